import type { AuditEvent } from '@gatehouse/contract/wire';
import { describe, expect, test } from '@jest/globals';
import { AUDIT_ACTION_LABELS } from './audit-actions.ts';
import { sentenceOf } from './audit-sentences.ts';

const eventOf = (
  action: string,
  change = '',
  actor_kind: AuditEvent['actor_kind'] = 'admin',
): AuditEvent => ({
  id: '',
  at: '2026-01-01T00:00:00Z',
  actor_kind,
  actor_id: '',
  actor_name: '',
  action,
  subject_kind: '',
  subject_id: '',
  subject_name: '',
  reason: '',
  change,
  subject_user_id: '',
  subject_company_id: '',
  subject_company_name: '',
});

const NAMES = { actor: 'Ada', subject: 'Tom', company: 'Harbour & Pine', post: 'a job post' };
const textOf = (action: string, change?: string, actorKind?: AuditEvent['actor_kind']) =>
  sentenceOf(eventOf(action, change, actorKind))
    .map((part) => ('words' in part ? part.words : NAMES[part.gap]))
    .join('');

describe('what an event says', () => {
  test.each([
    ['talent_access.changed', 'pending → active', 'Ada approved the talent access of Tom'],
    ['talent_access.changed', 'pending → none', 'Ada refused the talent access of Tom'],
    ['talent_access.changed', 'none → active', 'Ada granted Tom talent access'],
    ['talent_access.changed', 'suspended → active', 'Ada restored the talent access of Tom'],
    ['talent_access.changed', 'active → suspended', 'Ada suspended the talent access of Tom'],
    ['talent_access.changed', 'pending → suspended', 'Ada suspended the talent access of Tom'],
    ['talent_access.changed', 'active → pending', 'Ada changed the talent access of Tom: active → pending'],
    ['company.condition_changed', 'active → disabled', 'Ada disabled Harbour & Pine'],
    ['company.condition_changed', 'disabled → active', 'Ada enabled Harbour & Pine'],
    ['company.changed', '', 'Ada changed the profile of Harbour & Pine'],
    ['company.changed', 'name, website', 'Ada changed the profile of Harbour & Pine: name, website'],
    ['company.reviewed', 'pending → approved', 'Ada approved Harbour & Pine'],
    ['company.reviewed', 'approved → refused', 'Ada refused Harbour & Pine'],
    ['company.reviewed', 'changed: name → approved', 'Ada approved Harbour & Pine, which had changed: name'],
    ['company.reviewed', 'changed back → approved', 'Ada approved Harbour & Pine, which had changed back'],
    [
      'company.reviewed',
      'changed: name, logo → refused',
      'Ada refused Harbour & Pine, which had changed: name, logo',
    ],
    [
      'org_membership.status_changed',
      'active → revoked by staff',
      'Ada revoked the membership of Tom in Harbour & Pine',
    ],
    [
      'org_membership.status_changed',
      'revoked by owner → revoked by staff',
      'Ada revoked the membership of Tom in Harbour & Pine',
    ],
    [
      'org_membership.status_changed',
      'revoked by staff → active',
      'Ada restored the membership of Tom in Harbour & Pine',
    ],
    ['org_membership.changed', 'active, member → active, owner', 'Ada made Tom an owner of Harbour & Pine'],
    [
      'org_membership.changed',
      'active, owner → revoked, owner',
      'Ada revoked the membership of Tom in Harbour & Pine',
    ],
    [
      'org_membership.changed',
      'revoked, member → active, member',
      'Ada restored the membership of Tom in Harbour & Pine',
    ],
    ['org_membership.ended', 'active, owner → none', 'Ada left Harbour & Pine'],
    ['org_membership.created', 'none → active, owner', 'Ada joined Harbour & Pine as an owner'],
    ['invitation.created', 'as member', 'Ada invited a member to Harbour & Pine'],
    ['job_post.changed', 'draft → published', 'Ada published a job post of Harbour & Pine'],
    ['job_post.changed', '', 'Ada changed a job post of Harbour & Pine'],
    ['job_post.deleted', '', 'Ada deleted a draft job post of Harbour & Pine'],
    ['application.stage_changed', 'submitted → in_review', 'Ada moved an application: New → In review'],
    ['user_session.refused', 'wrong password', 'A sign-in as Tom failed: wrong password'],
    ['an.older_action', 'x → y', 'Ada: an.older_action x → y'],
    ['constructor', '', 'Ada: constructor'],
  ])('%s %s', (action, change, sentence) => {
    expect(textOf(action, change)).toBe(sentence);
  });

  test('U8: a membership that ends with its account names no actor: the system has left nothing', () => {
    const sentence = 'A membership in Harbour & Pine ended: the account was deleted';
    expect(textOf('org_membership.ended', 'active, member → none', 'system')).toBe(sentence);
  });

  test.each([
    ['job_post.hidden', '', 'Ada hid a job post of Harbour & Pine'],
    ['job_post.shown', '', 'Ada showed a job post of Harbour & Pine again'],
    [
      'job_post.reports_dismissed',
      '2 reports',
      'Ada dismissed reports of a job post of Harbour & Pine: 2 reports',
    ],
    ['job_post.changed', 'draft → published', 'Ada published a job post of Harbour & Pine'],
    ['job_post.changed', 'published → closed', 'Ada closed a job post of Harbour & Pine'],
  ])('%s %s leads to the job post', (action, change, sentence) => {
    expect(textOf(action, change)).toBe(sentence);
    expect(sentenceOf(eventOf(action, change))).toContainEqual({ gap: 'post' });
  });

  test.each([
    ['job_post.created', ''],
    ['job_post.changed', ''],
    ['job_post.deleted', ''],
  ])('%s %s leads to no page: staff read no draft', (action, change) => {
    expect(textOf(action, change)).toContain('job post of Harbour & Pine');
    expect(sentenceOf(eventOf(action, change))).not.toContainEqual({ gap: 'post' });
  });

  test.each(Object.keys(AUDIT_ACTION_LABELS))('%s is a sentence without a code', (action) => {
    const sentence = textOf(action);
    expect(sentence).toMatch(/^[A-Z][^{}]+[^:, ]$/);
    expect(sentence).not.toMatch(/[a-z]_[a-z]|\w\.\w/);
  });
});
