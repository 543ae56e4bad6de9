import type { CompanyReview } from '@gatehouse/contract/wire';
import { ContactAddress } from '#design/contact-address.tsx';

/** That what a company publishes is not public, because staff have not approved it. Nothing for an approved one. */
export function ReviewNotice({ review }: { review: CompanyReview | undefined }) {
  if (review === undefined) return null;
  const isRefused = review.state === 'refused';
  return (
    <section className={isRefused ? 'notice bad' : 'notice'} aria-labelledby="review">
      <h2 id="review">
        {isRefused ? 'Gatehouse has not approved your company' : 'Your company is being reviewed'}
      </h2>
      {review.reason === '' ? null : (
        <p className="prose" dir="auto">
          {review.reason}
        </p>
      )}
      <p>
        {isRefused
          ? 'What you publish is not public. '
          : 'You can prepare and publish job posts. They become public once our staff have approved your company. '}
        If you have questions, email <ContactAddress />.
      </p>
    </section>
  );
}
