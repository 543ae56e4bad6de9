import { demoCompanies } from './companies/index.ts';
import type { DemoPerson, DemoProfile } from './people.ts';
import { numberOf, pick, pickTwo } from './pick.ts';

/** First and last names that go together, by where families come from. */
const NAMES: readonly (readonly [first: readonly string[], last: readonly string[]])[] = [
  [
    ['Amara', 'Chidi', 'Ngozi', 'Tunde', 'Ifeoma', 'Kelechi'],
    ['Okonkwo', 'Adeyemi', 'Eze', 'Balogun', 'Nwosu', 'Obi'],
  ],
  [
    ['Lena', 'Jonas', 'Frieda', 'Moritz', 'Annika', 'Till'],
    ['Brandt', 'Vogel', 'Krüger', 'Lorenz', 'Seidel', 'Winkler'],
  ],
  [
    ['Inês', 'Tiago', 'Marta', 'Rui', 'Beatriz', 'Duarte'],
    ['Carvalho', 'Moreira', 'Teixeira', 'Pinto', 'Azevedo', 'Lopes'],
  ],
  [
    ['Siobhán', 'Cormac', 'Niamh', 'Eoin', 'Aoife', 'Declan'],
    ['Byrne', 'Kavanagh', 'Doyle', 'Nolan', 'Keane', 'Hickey'],
  ],
  [
    ['Yuki', 'Haruto', 'Sakura', 'Ren', 'Aiko', 'Daichi'],
    ['Tanaka', 'Mori', 'Ishida', 'Fujita', 'Ono', 'Kimura'],
  ],
  [
    ['Zeynep', 'Emre', 'Elif', 'Can', 'Defne', 'Mert'],
    ['Yıldız', 'Kaya', 'Aydın', 'Şahin', 'Arslan', 'Koç'],
  ],
  [
    ['Oksana', 'Taras', 'Daryna', 'Bohdan', 'Lesia', 'Andriy'],
    ['Kovalenko', 'Shevchuk', 'Bondar', 'Melnyk', 'Tkachenko', 'Lysenko'],
  ],
  [
    ['Priya', 'Arjun', 'Meera', 'Rohan', 'Kavya', 'Vikram'],
    ['Nair', 'Desai', 'Iyer', 'Kulkarni', 'Menon', 'Bose'],
  ],
  [
    ['Camille', 'Hugo', 'Manon', 'Théo', 'Élise', 'Bastien'],
    ['Lefèvre', 'Girard', 'Roux', 'Faure', 'Mercier', 'Blanchard'],
  ],
  [
    ['Astrid', 'Nils', 'Ingrid', 'Sindre', 'Maja', 'Eirik'],
    ['Lund', 'Solberg', 'Haugen', 'Dahlberg', 'Nygård', 'Berg'],
  ],
  [
    ['Lucía', 'Mateo', 'Valentina', 'Joaquín', 'Camila', 'Andrés'],
    ['Herrera', 'Castillo', 'Vargas', 'Rojas', 'Medina', 'Fuentes'],
  ],
  [
    ['Layla', 'Omar', 'Yasmin', 'Karim', 'Salma', 'Idris'],
    ['Haddad', 'Mansour', 'Khalil', 'Nasser', 'Saleh', 'Farouk'],
  ],
];

/** What people do: headlines, skills, and sentences about themselves. */
const TRADES: readonly (readonly [
  headlines: readonly string[],
  skills: readonly string[],
  about: readonly string[],
])[] = [
  [
    ['Nurse with ten years on an intensive care ward', 'Emergency nurse who likes to teach'],
    ['Intensive care', 'Triage', 'Mentoring', 'Ventilation'],
    [
      'I left nights behind for a while and found that I miss the team more than the sleep.',
      'I train new colleagues at the bedside and write the checklists nobody throws away.',
    ],
  ],
  [
    ['Backend engineer, PostgreSQL by heart', 'Engineer for systems that must not lose data'],
    ['TypeScript', 'PostgreSQL', 'Node.js', 'Observability'],
    [
      'For six years I kept the payroll of a city running; nobody noticed, which was the aim.',
      'I like migrations that nobody notices and graphs that somebody reads.',
    ],
  ],
  [
    ['Cabinetmaker and stair builder', 'Joiner, curved work and repairs'],
    ['Joinery', 'Hand tools', 'CNC', 'Drawing'],
    ['My stairs are in eleven houses and one lighthouse.', 'I would rather repair a chair than sell one.'],
  ],
  [
    ['Primary teacher who takes classes outside', 'Teacher of mathematics, former surveyor'],
    ['Mathematics', 'Lesson planning', 'Outdoor learning', 'Inclusion'],
    [
      'My class measured the height of the church and were off by a pigeon.',
      'I plan with colleagues and steal their good ideas openly.',
    ],
  ],
  [
    ['Cook for large groups, from raw', 'Pastry chef between two seasons'],
    ['Menu planning', 'Baking', 'Allergens', 'Purchasing'],
    ['I have fed six hundred people on a mountain without a lorry.', 'Quiet kitchens make better food.'],
  ],
  [
    ['Frontend engineer for accessible forms', 'Interface engineer with a print past'],
    ['React', 'Accessibility', 'CSS', 'TypeScript'],
    [
      'I test with a keyboard, a screen reader and my father.',
      'Forms are conversations; I try to keep them short.',
    ],
  ],
  [
    ['Lorry driver, climate transport, all classes', 'Dispatcher who used to drive'],
    ['Class C+E licence', 'Route planning', 'Customs', 'Load securing'],
    ['Two million kilometres, one dented mirror.', 'I know what it means when the plan says ten minutes.'],
  ],
  [
    ['Landscape gardener and drystone waller', 'Arborist with a soft spot for old limes'],
    ['Planting', 'Tree care', 'Stonework', 'Irrigation'],
    ['I have planted things that I will not see grown up.', 'Winter is for walls.'],
  ],
  [
    ['Research nurse and study coordinator', 'Biologist who ended up with the data'],
    ['Clinical trials', 'Statistics', 'R', 'Ethics'],
    [
      'I kept ninety volunteers in a study for two years; three sent postcards.',
      'I prefer a clear no to a vague maybe.',
    ],
  ],
  [
    ['Bookkeeper for small cooperatives', 'Office manager who answers the phone'],
    ['Bookkeeping', 'Payroll', 'German', 'Grant reports'],
    [
      'I find the missing cent, and then the reason.',
      'People bring me problems early, which is half of the job.',
    ],
  ],
  [
    ['Wind turbine technician, rope access', 'Electrician for high voltage'],
    ['High voltage', 'Rope access', 'Fault finding', 'First aid'],
    ['Eighty metres up the phone has no reception, which is a benefit.', 'I check twice and climb once.'],
  ],
  [
    ['Translator, medicine and machines', 'Interpreter in courts and clinics'],
    ['Translation', 'Terminology', 'Arabic', 'French'],
    [
      'I have stopped one wrong dose by asking one question too many.',
      'A good sentence is one that nobody reads twice.',
    ],
  ],
  [
    ['Product designer who starts with watching', 'Service designer for town halls'],
    ['User research', 'Prototyping', 'Writing', 'Figma'],
    [
      'I spent a month behind a counter before I drew the first box.',
      'The best screen I made was one that we removed.',
    ],
  ],
  [
    ['Boatbuilder, wood and composite', 'Marine electrician for small ferries'],
    ['Planking', 'Epoxy', 'Batteries', 'Rigging'],
    [
      'I learned on slipways where the tide set the deadlines.',
      'If it floats and is pretty, I am happy; if it floats, I am content.',
    ],
  ],
  [
    ['Occupational therapist, stroke and hands', 'Carer who studied music'],
    ['Rehabilitation', 'Home visits', 'Dementia care', 'Singing'],
    ['I count success in buttoned shirts.', 'We sing before breakfast; it helps more than one would think.'],
  ],
  [
    ['Curator of small things', 'Museum educator and puppeteer'],
    ['Collections', 'Workshops', 'Storytelling', 'Conservation'],
    ['I can make thirty children whisper.', 'Labels should fit on a hand.'],
  ],
];

const PLACES = [
  'Porto, Portugal',
  'Leeds, England',
  'Utrecht, Netherlands',
  'Vienna, Austria',
  'Cork, Ireland',
  'Lyon, France',
  'Gothenburg, Sweden',
  'Zurich, Switzerland',
  'Kraków, Poland',
  'Edinburgh, Scotland',
  'Hamburg, Germany',
  'Ljubljana, Slovenia',
  'Ghent, Belgium',
  'Tallinn, Estonia',
  'Barcelona, Spain',
  'Bristol, England',
];

const LOOKING = [
  'Looking for a team that says what it means.',
  'I can begin within a month.',
  'Part time suits me best, four days at most.',
  'I would move for the right people, not for the right logo.',
  'Remote is fine, and so is a train of an hour.',
];

const CROWD_SIZE = 192;
const MEMBERS = 104;

/** The rest of the two hundred: people with jobs in the demo companies, and people who look for one. */
export const crowd: readonly DemoPerson[] = Array.from({ length: CROWD_SIZE }, (_, index) => personAt(index));

function personAt(index: number): DemoPerson {
  const name = nameAt(index);
  const email = `${ascii(name).replaceAll(' ', '.')}@people.demo.test`;
  return index < MEMBERS
    ? { email, name, talentAccess: 'none', membership: membershipAt(index) }
    : { email, name, ...talentAt(index, name) };
}

/** Every combination once before any comes twice: 12 families, each with 36 pairs, of which 16 are taken. */
function nameAt(index: number): string {
  const family = index % NAMES.length;
  const round = Math.floor(index / NAMES.length);
  const [first, last] = NAMES[family] ?? NAMES[0] ?? [[], []];
  return `${first[round % first.length]} ${last[(round + Math.floor(round / last.length)) % last.length]}`;
}

function ascii(name: string): string {
  return name
    .replaceAll('ı', 'i')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replaceAll(/[^\p{ASCII}]/gu, '')
    .toLowerCase();
}

/** Every company has an owner; colleagues are spread over them, and a few have left. */
function membershipAt(index: number): NonNullable<DemoPerson['membership']> {
  // Who acts for these two is said in people.ts.
  const others = demoCompanies.filter(({ name }) => !['Harbour & Pine', 'Quickstep Couriers'].includes(name));
  const company = others[index % others.length]?.name ?? '';
  const isFirst = index < others.length;
  return {
    company,
    role: isFirst ? 'owner' : 'member',
    status: !isFirst && index % 17 === 3 ? 'revoked' : 'active',
  };
}

function talentAt(index: number, name: string): Pick<DemoPerson, 'talentAccess' | 'profile'> {
  const place = index - MEMBERS;
  if (place % 11 === 4) return { talentAccess: 'none' };
  const talentAccess = place % 6 === 1 ? 'pending' : place % 29 === 7 ? 'suspended' : 'active';
  return { talentAccess, profile: profileOf(name, place) };
}

function profileOf(name: string, place: number): DemoProfile {
  const [headlines, skills, about] = TRADES[place % TRADES.length] ?? [[], [], []];
  const [opening, closing] = [pick(`${name} about`, about), pick(`${name} looking`, LOOKING)];
  const years = 2 + (numberOf(`${name} years`) % 24);
  const [one, two] = pickTwo(`${name} skills`, skills);
  return {
    headline: pick(`${name} headline`, headlines),
    summary: `${years} years of it, and still learning. ${opening}\n\nWhat I am asked for most: ${one.toLowerCase()} and ${two.toLowerCase()}. ${closing}`,
    skills,
    location: pick(`${name} place`, PLACES),
    links: numberOf(`${name} link`) % 3 === 0 ? [`https://${ascii(name).replaceAll(' ', '-')}.example`] : [],
  };
}
