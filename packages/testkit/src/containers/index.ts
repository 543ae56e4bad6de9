export type { Ending, PartInstance } from './part-instance.ts';
export { type Gatehouse, type GatehouseOptions, startGatehouse } from './start-gatehouse.ts';
