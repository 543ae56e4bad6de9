/** One response of the stub API. */
export async function readApi(path) {
  const answer = await fetch(`${process.env.API_URL}${path}`);
  if (!answer.ok) throw answer;
  return answer.json();
}
