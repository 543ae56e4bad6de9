export * from '../generated/wire.js';
export { type AccessRule, accessRuleName, accessRuleOf } from './access-rule.ts';
export * from './api-services.ts';
export type { AuditAction, AuditSubjectKind } from './audit-action.ts';
export { describeEndpoints, type Endpoint, type HttpMethod, type IdentitySystem } from './endpoints.ts';
export { pathPrefixes } from './path-prefixes.ts';
export { type RefusalKind, refusalKindOf, refusalKinds } from './refusals.ts';
export * from './services.ts';
export { isTextField, type TextForm, textFieldsOf, textFormOf } from './text-forms.ts';
