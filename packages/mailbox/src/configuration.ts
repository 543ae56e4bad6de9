import { hostValidator, validators } from '@gatehouse/runtime';

const { port, str } = validators;

/** The environment variables of the mailbox where it runs by itself, as in `docker-compose.yml`. */
export const mailboxConfiguration = {
  PORT: port({ default: 8080, desc: 'Port of the page.' }),
  HOST: str({ default: '0.0.0.0', desc: 'Address to listen on, for mail, too.' }),
  SMTP_PORT: port({ default: 1025, desc: 'Port that takes mail.' }),
  PUBLIC_HOST: hostValidator({ desc: 'The public host as browsers name it.', example: 'localhost:8080' }),
  TEAM_HOST: hostValidator({ desc: 'The team host as browsers name it.', example: 'team.localhost:8080' }),
};
