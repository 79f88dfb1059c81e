export { type BrokerConfig, brokerHookRunner } from "./brokerHookRunner.ts"
