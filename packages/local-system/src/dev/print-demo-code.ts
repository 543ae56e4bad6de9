/** Prints the one-time code of the demo staff at this moment: `npm run --silent demo:code`. */
import { DEMO_TOTP_SECRET } from '@gatehouse/demo-data';
import { TOTP } from 'otpauth';

process.stdout.write(`${new TOTP({ secret: DEMO_TOTP_SECRET }).generate()}\n`);
