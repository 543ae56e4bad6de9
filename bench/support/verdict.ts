/** `0.043, target 0.05: met` */
export function verdict(ratio: number, target: number, digits = 2): string {
  return `${ratio.toFixed(digits)}, target at most ${target}: ${ratio <= target ? 'met' : 'not met'}`;
}
