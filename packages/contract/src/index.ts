export * from '../generated/wire.js';
export { type AccessRule, accessRuleName, accessRuleOf, type TalentPermission } from './access-rule.ts';
export { describeEndpoints, type Endpoint, type HttpMethod } from './endpoints.ts';
export { type RefusalKind, refusalKindOf, refusalKinds } from './refusals.ts';
export * from './services.ts';
