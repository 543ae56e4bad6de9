/** The message that an application was sent with. */
export function MessageCard({ title, message }: { title: string; message: string }) {
  return (
    <section className="card" aria-labelledby="message">
      <h2 id="message">{title}</h2>
      <p className="prose" dir="auto">
        {message === '' ? 'No message.' : message}
      </p>
    </section>
  );
}
