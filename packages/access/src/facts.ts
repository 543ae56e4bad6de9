import type {
  AdminRole,
  CompanyCondition,
  EmployerOrgRole,
  OrgMembershipStatus,
  TalentAccessState,
} from '@gatehouse/contract';

/** A live session: not ended, and within its absolute and its idle limit. */
export interface SessionFacts {
  readonly id: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** The company of a membership, as the database has it. */
export interface OrgCompany {
  readonly id: string;
  readonly name: string;
  readonly condition: CompanyCondition;
}

/** A user's membership of a company, as the database has it. */
export interface OrgMembership {
  readonly id: string;
  readonly role: EmployerOrgRole;
  readonly status: OrgMembershipStatus;
  readonly org_company: OrgCompany;
}

/** Everything that a user rule may look at, read by one statement from one snapshot (D8). */
export interface UserFacts {
  readonly session: SessionFacts;
  /** Whether the session's last authentication (password or passkey) is at most 10 minutes old. */
  readonly authentication_is_fresh: boolean;
  readonly identities_user: { readonly id: string; readonly name: string; readonly email: string };
  readonly talent_access: { readonly state: TalentAccessState };
  /** When the account is deleted, by the user's own request; null: it is not. No rule looks at it. */
  readonly deletion_due_at: Date | null;
  /** Null: the user has no membership record. */
  readonly org_membership: OrgMembership | null;
}

/** Everything that an admin rule may look at. */
export interface AdminFacts {
  readonly session: SessionFacts;
  /** Whether the session's last second factor is at most 15 minutes old. */
  readonly second_factor_is_fresh: boolean;
  readonly identities_admin: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly role: AdminRole;
  };
}

/** What is known of a request's caller; null is known absence (no live session), never "could not be read". */
export interface RequestFacts {
  readonly user: UserFacts | null;
  readonly admin: AdminFacts | null;
}
