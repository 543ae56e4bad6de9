import type { Grant } from '@gatehouse/access';
import { type Endpoint, type RefusalCode, refusalKindOf } from '@gatehouse/contract';
import { throwIfDisconnected } from '@gatehouse/runtime';
import type { PipelinedReads } from '@gatehouse/runtime/database';
import type { Caller } from './caller/caller.ts';
import { presentedTokenHashes } from './caller/session-cookies.ts';
import type { SignInBrowser } from './caller/sign-in-cookie.ts';
import type { UserBrowser } from './caller/user-browser-cookie.ts';
import type { ClientContext, SessionContext } from './context.ts';
import type { FileChunks } from './files/upload.ts';
import type { Exchange } from './http/exchange.ts';
import { type RefusalOptions, refuse } from './refusal.ts';
import type { Service } from './service.ts';
import { tracedReads } from './traced-query.ts';
import { guardedTransaction } from './transaction/guarded-transaction.ts';
import { versionCheck } from './transaction/version-check.ts';

/** What is known of who sends a request. */
interface Identified {
  readonly caller: Caller;
  readonly grant: Grant;
  readonly browser: SignInBrowser | null;
  readonly userBrowser: UserBrowser | null;
  /** The file that the request carries. */
  readonly upload: FileChunks | null;
  readonly decideAgain: () => Promise<void>;
  /** Called when the handler opens a transaction, which passes the limits of writes. */
  readonly markAsWrite: () => void;
}

/** The context of a handler; `Context` has its type for each endpoint. */
export function createContext(
  exchange: Exchange,
  endpoint: Endpoint,
  { caller, grant, browser, userBrowser, upload, decideAgain, markAsWrite }: Identified,
  service: Service,
): object {
  const read = tracedReads(service.reads, exchange);
  const transaction = guardedTransaction(exchange, endpoint, caller, service);
  return {
    ...grant,
    read,
    readOn: (reads: PipelinedReads) => tracedReads(reads, exchange),
    log: service.log,
    client: new RequestClient(exchange),
    decideAgain,
    refuse: (code: RefusalCode, options?: RefusalOptions) => refuseDeclared(endpoint, code, options),
    ...(upload === null ? {} : { upload }),
    ...(endpoint.if_match
      ? { requireVersion: versionCheck(endpoint, exchange.request.headers['if-match'], read).requireVersion }
      : {}),
    ...(endpoint.isRead
      ? {}
      : {
          transaction: (...write: Parameters<typeof transaction>) => {
            markAsWrite();
            return transaction(...write);
          },
        }),
    ...(endpoint.session === null
      ? {}
      : sessionContext(exchange, endpoint, { browser, userBrowser, resolver: service.resolver })),
  };
}

const MAX_USER_AGENT_LENGTH = 300;

class RequestClient implements ClientContext {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get address(): string {
    return this.#exchange.clientAddress;
  }

  get visitorAddress(): string | null {
    return this.#exchange.visitorAddress;
  }

  get userAgent(): string {
    return (this.#exchange.request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  }

  throwIfDisconnected(): void {
    throwIfDisconnected(this.#exchange.client);
  }

  whenAnswered(): Promise<void> {
    return this.#exchange.whenAnswered();
  }
}

function sessionContext(
  exchange: Exchange,
  { system }: Endpoint,
  { browser, userBrowser, resolver }: Pick<Service, 'resolver'> & Pick<Identified, 'browser' | 'userBrowser'>,
): SessionContext {
  const tokenHashes = presentedTokenHashes(exchange.request.headers.cookie, system);
  return {
    presentedTokenHashes: tokenHashes,
    browserHash: browser?.tokenHash ?? null,
    userBrowserHash: userBrowser?.tokenHash ?? null,
    findPresentedSessions: () => resolver[system].findPresented(tokenHashes, exchange),
  };
}

/** @throws {Error} for a code that the contract does not declare for the endpoint. */
function refuseDeclared({ id, refusals }: Endpoint, code: RefusalCode, options?: RefusalOptions): never {
  if (!refusals.includes(code)) {
    throw new Error(
      `${id} refuses with ${code} (${refusalKindOf(code).status}), which the contract does not declare`,
    );
  }
  return refuse(code, options);
}
