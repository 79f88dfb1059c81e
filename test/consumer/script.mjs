// What a stranger writes who has installed the packages and nothing else of this house.
import * as adapter from "@pawl/adapter-cursor"
import * as core from "@pawl/core"
import * as kit from "@pawl/format-kit"

console.log(
  JSON.stringify({
    "@pawl/adapter-cursor": Object.keys(adapter),
    "@pawl/core": Object.keys(core),
    "@pawl/format-kit": Object.keys(kit)
  })
)
