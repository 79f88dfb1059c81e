import type { Figure } from "./Row.ts"

/** Whether a figure is good enough, as far as that can be told. */
export type Result = "reached" | "not resolved" | "missed"

/** Missed is only what lies beyond the target by more than the machine itself may have added. */
export const resultOf = ({ atMost, errorBar = 0, interval: [low, high] }: Figure): Result => {
  if (high <= atMost) return "reached"
  return low > atMost * (1 + errorBar) ? "missed" : "not resolved"
}

const digits: Readonly<Record<Figure["unit"], number>> = { times: 2, µs: 1, ms: 2, MiB: 1, bytes: 0, "of them": 0 }

const number = ({ unit }: Figure, value: number): string => value.toFixed(digits[unit])

/** The figure, and the ends of its interval where it has one. */
const spread = (figure: Figure): string => {
  const [low, high] = figure.interval
  const unit = figure.unit === "of them" ? "" : ` ${figure.unit}`
  const ends = low === high ? "" : ` (${number(figure, low)} to ${number(figure, high)})`
  return `${number(figure, figure.value)}${ends}${unit}`
}

/** A line for people. */
export const lineOf = (figure: Figure): string => {
  const { against, aside, atMost, errorBar, name, unit } = figure
  const held = against === undefined ? "" : unit === "times" ? ` ${against}` : `, ${against}`
  const bar = errorBar === undefined ? "" : `, error bar ${(errorBar * 100).toFixed(1)} %`
  const result = resultOf(figure)
  const target = `at most ${atMost}${bar}: ${result === "missed" ? "MISSED" : result}`
  return `${name}: ${spread(figure)}${held}; ${target}${aside === undefined ? "" : `; ${aside}`}`
}

/** Beyond this share of its processors at work, a machine tells more about itself than about what is measured. */
const mostBusy = 0.5
/** Two series of the same work that differ by more say nothing about a twentieth. */
const mostApart = 0.05

/** Why the figures are not to be trusted, if so. */
export const warningsOf = (load: number, processors: number, figures: ReadonlyArray<Figure>): ReadonlyArray<string> => [
  ...(load > processors * mostBusy
    ? [`the machine was busy when this began (load average ${load.toFixed(1)} on ${processors} processors)`]
    : []),
  ...figures
    .filter(({ errorBar = 0 }) => errorBar > mostApart)
    .map(
      ({ against, errorBar = 0, name }) =>
        `two series of the same work (${against}) differed by ${(errorBar * 100).toFixed(0)} %, so "${name}" tells little`
    )
]
