import type { Applicant, Application } from '@gatehouse/contract';

/** An application with its applicant, as the statements select it. */
export interface ApplicationRow
  extends Omit<Application, 'applicant' | 'created_at' | 'updated_at' | 'mail_at' | 'undo_stage'>,
    Applicant {
  readonly created_at: Date;
  readonly updated_at: Date;
}
