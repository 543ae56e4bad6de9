import { getOption } from '@bufbuild/protobuf';
import { Refusal_CodeSchema, refusal } from '../generated/gatehouse/access/v1/access_pb.js';
import type { RefusalCode } from '../generated/wire.js';

/** A refusal code's HTTP status and title. */
export interface RefusalKind {
  readonly status: number;
  readonly title: string;
}

/** Every refusal code of the contract with its status and title. */
const refusalKinds: ReadonlyMap<RefusalCode, RefusalKind> = new Map(
  Refusal_CodeSchema.values
    .filter((value) => value.number !== 0)
    .map((value) => {
      const { status, title } = getOption(value, refusal);
      if (status === 0 || title === '')
        throw new Error(`the refusal code ${value.name} has no status or title`);
      return [value.name as RefusalCode, { status, title }];
    }),
);

/** Status and title of a code. */
export function refusalKindOf(code: RefusalCode): RefusalKind {
  const kind = refusalKinds.get(code);
  if (kind === undefined) throw new Error(`the contract has no refusal code ${code}`);
  return kind;
}
