/**
 * Wraps a condition of which PostgreSQL knows too little: it assumes that a `coalesce` holds for every second row, whatever is in
 * it. Its own estimate is so low that it reads the whole catalogue and sorts it; decision 0018 has the times.
 */
export const ofEverySecondRow = (condition: string): string => `coalesce(${condition}, false)`;
