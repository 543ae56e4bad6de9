/** `0.043, target at most 0.05: met`; if not met, `because` names the cost. */
export function verdict(ratio: number, target: number, digits = 2, because = ''): string {
  const isMet = ratio <= target;
  const reason = isMet || because === '' ? '' : ` (${because})`;
  return `${ratio.toFixed(digits)}, target at most ${target}: ${isMet ? 'met' : `**not met**${reason}`}`;
}
