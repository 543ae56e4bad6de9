import type { AccessLock } from '@gatehouse/membership-resolver';

/** A transaction as the boundary runs it: all locks in one ordered step, the check, the work, the commit. */
export interface ModelTransaction {
  readonly name: string;
  readonly locks: readonly AccessLock[];
  /** The facts that must hold for the work; where one does not, it is refused. */
  readonly needs: readonly string[];
  /** The facts that its commit takes away. */
  readonly revokes: readonly string[];
}

/** How the locks and their users behave; the model finds what goes wrong with any other choice. */
export interface Protocol {
  readonly order: (locks: readonly AccessLock[]) => readonly AccessLock[];
  /** `fair`: behind all who wait (PostgreSQL's heavyweight locks); `unfair`: as its row locks. */
  readonly grants: 'fair' | 'unfair';
}

/** What an exploration saw, over every interleaving. */
export interface Exploration {
  readonly states: number;
  readonly faults: ReadonlySet<
    'deadlock' | 'commit after the revocation' | 'a waiting revocation is overtaken'
  >;
  /** Which transactions committed, in which order: one entry for each outcome. */
  readonly outcomes: ReadonlySet<string>;
}

interface Request {
  readonly tx: number;
  readonly exclusive: boolean;
}

interface LockState {
  readonly holders: readonly Request[];
  readonly queue: readonly Request[];
}

interface State {
  /** The next step of each: a lock to take, then the check, the commit, and the end. */
  readonly steps: readonly number[];
  readonly locks: Readonly<Record<string, LockState>>;
  readonly revoked: readonly string[];
  readonly committed: readonly number[];
}

/** Runs the transactions in every order in which their steps can follow each other. */
export function explore(transactions: readonly ModelTransaction[], { order, grants }: Protocol): Exploration {
  const plans = transactions.map(({ locks }) => order(locks));
  const faults = new Set<'deadlock' | 'commit after the revocation' | 'a waiting revocation is overtaken'>();
  const outcomes = new Set<string>();
  const seen = new Set<string>();

  const conflicts = (one: Request, other: Request) =>
    one.tx !== other.tx && (one.exclusive || other.exclusive);
  const isWaiting = (state: State, tx: number) =>
    Object.values(state.locks).some(({ queue }) => queue.some((request) => request.tx === tx));

  /** Who waits and may have the lock now has it. */
  function grant({ holders, queue }: LockState): LockState {
    const granted = [...holders];
    const waiting: Request[] = [];
    for (const request of queue) {
      const blockers = grants === 'fair' ? [...granted, ...waiting] : granted;
      if (blockers.some((other) => conflicts(request, other))) waiting.push(request);
      else granted.push(request);
    }
    return { holders: granted, queue: waiting };
  }

  function take(state: State, tx: number, { kind, id, mode }: AccessLock): State {
    const key = `${kind}:${id}`;
    const before = state.locks[key] ?? { holders: [], queue: [] };
    const request = { tx, exclusive: mode === 'exclusive' };
    // Who holds the lock already does not wait behind those who wait for them.
    const isUpgrade = before.holders.some((holder) => holder.tx === tx);
    const queue = isUpgrade ? [request, ...before.queue] : [...before.queue, request];
    const after = grant({ holders: before.holders, queue });
    const overtaken = before.queue.some(
      (waiting) => waiting.exclusive && conflicts(waiting, request) && after.queue.includes(waiting),
    );
    if (overtaken && !isUpgrade && !after.queue.includes(request))
      faults.add('a waiting revocation is overtaken');
    return { ...advance(state, tx), locks: { ...state.locks, [key]: after } };
  }

  function advance(state: State, tx: number): State {
    return { ...state, steps: state.steps.map((step, index) => (index === tx ? step + 1 : step)) };
  }

  /** Commit or refusal: everything is released, and those who waited for it go on. */
  function end(state: State, tx: number, isCommit: boolean): State {
    const { needs = [], revokes = [] } = transactions[tx] ?? {};
    if (isCommit && needs.some((fact) => state.revoked.includes(fact)))
      faults.add('commit after the revocation');
    const locks = Object.fromEntries(
      Object.entries(state.locks).map(([key, { holders, queue }]) => [
        key,
        grant({ holders: holders.filter((holder) => holder.tx !== tx), queue }),
      ]),
    );
    return {
      steps: state.steps.map((step, index) => (index === tx ? Number.POSITIVE_INFINITY : step)),
      locks,
      revoked: isCommit ? [...new Set([...state.revoked, ...revokes])].sort() : state.revoked,
      committed: isCommit ? [...state.committed, tx] : state.committed,
    };
  }

  function next(state: State, tx: number): State {
    const plan = plans[tx] ?? [];
    const step = state.steps[tx] ?? 0;
    const lock = plan[step];
    if (lock !== undefined) return take(state, tx, lock);
    if (step > plan.length) return end(state, tx, true);
    const isRefused = transactions[tx]?.needs.some((fact) => state.revoked.includes(fact)) === true;
    return isRefused ? end(state, tx, false) : advance(state, tx);
  }

  const pending: State[] = [{ steps: transactions.map(() => 0), locks: {}, revoked: [], committed: [] }];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.add(key);
    const current = state;
    const unfinished = transactions
      .map((_, tx) => tx)
      .filter((tx) => current.steps[tx] !== Number.POSITIVE_INFINITY);
    const able = unfinished.filter((tx) => !isWaiting(current, tx));
    if (unfinished.length === 0)
      outcomes.add(current.committed.map((tx) => transactions[tx]?.name).join(', '));
    else if (able.length === 0) faults.add('deadlock');
    for (const tx of able) pending.push(next(current, tx));
  }
  return { states: seen.size, faults, outcomes };
}
