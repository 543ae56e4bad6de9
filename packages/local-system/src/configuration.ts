import { hostValidator, validators } from '@gatehouse/runtime';

const { port, str, url } = validators;

/** The environment variables of the local ingress where it runs by itself, as in `docker-compose.yml`. */
export const ingressConfiguration = {
  PORT: port({ default: 8080, desc: 'Port to listen on.' }),
  HOST: str({ default: '0.0.0.0', desc: 'Address to listen on, for mail, too.' }),
  SMTP_PORT: port({ default: 1025, desc: 'Port of the mailbox.' }),
  PUBLIC_HOST: hostValidator({ desc: 'The public host as browsers name it.', example: 'localhost:8080' }),
  TEAM_HOST: hostValidator({ desc: 'The team host as browsers name it.', example: 'team.localhost:8080' }),
  API_BASE_PATH: str({ default: '/api', desc: 'Path in front of every endpoint.' }),
  IDENTITY_URL: url({ desc: "Identity: each address of the URL's name is an instance." }),
  EMPLOYER_URL: url({ desc: 'Employer, likewise.' }),
  TALENT_URL: url({ desc: 'Talent, likewise.' }),
  WEB_URL: url({ desc: 'The web tier, likewise.' }),
};
