/** In a list, beside an application: a message of the other side that this one has not read. */
export function UnreadMark({ isShown }: { isShown: boolean }) {
  return isShown ? (
    <>
      {' '}
      <span className="badge">New message</span>
    </>
  ) : null;
}
