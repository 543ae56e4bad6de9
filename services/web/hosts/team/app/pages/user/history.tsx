import type { AccessDecision } from '@gatehouse/contract/wire';
import { RelativeTime } from '#design/relative-time.tsx';
import { TALENT_ACCESS_LABELS } from '../../changes/talent-access-badge.tsx';

/** Requests and decisions, newest first; nothing where there are none, which the facts beside it say. */
export function AccessHistory({ decisions }: { decisions: readonly AccessDecision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">History of talent access</h2>
      <ol className="timeline">
        {decisions.map((decision) => (
          <li key={decision.id}>
            <p>
              <strong>{describeDecision(decision)}</strong>
              {decision.admin_name === '' ? null : (
                <>
                  {' '}
                  by <bdi>{decision.admin_name}</bdi>
                </>
              )}{' '}
              <small>
                <RelativeTime at={decision.at} />
              </small>
            </p>
            {decision.reason === '' ? null : <q className="reason">{decision.reason}</q>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeDecision({ from, to, admin_name }: AccessDecision): string {
  if (admin_name === '') return 'Requested';
  switch (`${from} ${to}`) {
    case 'pending active':
      return 'Approved';
    case 'pending none':
      return 'Refused';
    case 'none active':
      return 'Granted';
    case 'suspended active':
      return 'Restored';
    default:
      return to === 'suspended' ? 'Suspended' : `Changed to ${TALENT_ACCESS_LABELS[to].toLowerCase()}`;
  }
}
