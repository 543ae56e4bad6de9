import type { DemoCompany } from './demo-company.ts';

/** The companies that the demo began with. */
export const firstCompanies: readonly DemoCompany[] = [
  {
    name: 'Harbour & Pine',
    about:
      'We design and build furniture for small flats, and the workshop software that keeps every order honest.\n\nThirty-one people under one saw-tooth roof by the river. Every piece is drawn with the person who will live with it, and comes back to us for oil when it wants some; that is how we learn what lasts.',
    website: 'https://harbourandpine.example',
    posts: [
      [
        'Workshop planner',
        'Porto, Portugal',
        'full_time',
        'Plan the week of twelve joiners: what is cut when, which order waits for wood, and who needs a second pair of hands.',
      ],
      [
        'Frontend engineer',
        'Porto, Portugal or remote',
        'full_time',
        'Build the configurator in which people fit a shelf to their wall, in TypeScript and React, together with a designer who used to be a carpenter.',
      ],
      [
        'Joiner for one-off pieces',
        'Porto, Portugal',
        'full_time',
        'Make the pieces that no machine can: curved doors, repairs of old tables, prototypes for the next collection.',
      ],
      [
        'Customer care, Portuguese and English',
        'Remote, Europe',
        'part_time',
        'Answer people who measured twice and still wonder. You decide on your own when we send a new part.',
      ],
      [
        'Product photographer',
        'Porto, Portugal',
        'contract',
        'Two days a month in our studio: the new pieces, and the same pieces after a year in a real kitchen.',
      ],
      [
        'Apprentice in the finishing shop',
        'Porto, Portugal',
        'internship',
        'Six months of oil, wax and patience with somebody who has done it for thirty years.',
      ],
      [
        'Logistics lead',
        'Porto, Portugal',
        'full_time',
        'Own the last mile: carriers, crates, and the promise that a table arrives with four whole corners.',
        'draft',
      ],
      [
        'Night-shift CNC operator',
        'Porto, Portugal',
        'full_time',
        'Run the router from ten to six. We have since moved to day shifts.',
        'closed',
      ],
      [
        'Workshop software engineer',
        'Porto, Portugal or remote',
        'full_time',
        'Own the order book: one list that the saw, the finishing shop and the customer all believe. TypeScript and PostgreSQL.',
        'draft',
      ],
      [
        'Upholsterer',
        'Porto, Portugal',
        'contract',
        'Forty dining chairs in wool before spring, then we talk about more.',
        'draft',
      ],
      [
        'Bookkeeper',
        'Porto, Portugal',
        'part_time',
        'Three mornings a week with suppliers who still send paper. We found somebody in a fortnight.',
        'closed',
      ],
      [
        'Summer help in the timber yard',
        'Porto, Portugal',
        'internship',
        'Stack, sticker and label oak from June to August.',
        'closed',
      ],
      [
        'Showroom host',
        'Lisbon, Portugal',
        'part_time',
        'Open the Lisbon showroom on Fridays and Saturdays, make coffee, and let people sit on everything.',
      ],
      [
        'Furniture designer',
        'Porto, Portugal',
        'full_time',
        'Draw the next small-flat collection, and stand beside the joiners until the first piece is right.',
      ],
    ],
  },
  {
    name: 'Quickstep Couriers',
    about:
      'Parcels across town by cargo bike.\n\nFourteen bikes, one workshop and a dispatcher who knows every door code between the station and the hill.',
    website: 'https://quickstep.example',
    condition: 'disabled',
    posts: [
      [
        'Cargo bike courier',
        'Ghent, Belgium',
        'part_time',
        'Carry parcels through the old town, rain or shine.',
      ],
    ],
  },
  {
    name: 'Meltwater Instruments',
    about:
      'Sensors that count snow, for the people who plan water.\n\nFour hundred of them stand between the tree line and the glaciers, and each sends six numbers an hour through whatever the winter does. Two of us are always in the mountains; the others make sure that they come back to good data and warm soup.',
    website: 'https://meltwater.example',
    posts: [
      [
        'Embedded engineer',
        'Innsbruck, Austria',
        'full_time',
        'Write firmware in C and Rust for loggers that must survive five winters on one battery.',
      ],
      [
        'Field technician',
        'Innsbruck, Austria',
        'full_time',
        'Carry, mount and mend stations between 1,500 and 3,000 metres. Ski touring experience helps more than a degree.',
      ],
      [
        'Data scientist, hydrology',
        'Remote, Europe',
        'full_time',
        'Turn snow depth into litres a day later: models that a reservoir manager can read.',
      ],
      [
        'Working student, calibration lab',
        'Innsbruck, Austria',
        'internship',
        'Freeze sensors, thaw sensors, write down what they say.',
      ],
    ],
  },
  {
    name: 'Lanternfish Games',
    about:
      'Quiet games for two people on one sofa.\n\nWe are nine, we ship one game every second year, and none of us works in the evenings. Our players are couples, siblings and one order of nuns who write us very precise letters.',
    website: 'https://lanternfish.example',
    posts: [
      [
        'Gameplay programmer',
        'Malmö, Sweden',
        'full_time',
        'Make small things feel good: a jump, a door, a shared umbrella. Engine of our own, in C++.',
      ],
      [
        '3D artist',
        'Malmö, Sweden',
        'contract',
        'Six months on the harbour level: boats, fog, and one very old crane.',
      ],
      [
        'Community lead',
        'Remote, Europe',
        'part_time',
        'Read everything, answer most of it, and tell us the three things that matter each week.',
      ],
    ],
  },
  {
    name: 'Orchard Street Clinic',
    about:
      'A neighbourhood practice with nine doctors and open doors on Saturdays.\n\nHalf of our patients walk here. We keep fifteen minutes for everybody, an interpreter on the telephone in eleven languages, and a garden at the back where the bad news is told.',
    website: 'https://orchardstreet.example',
    posts: [
      [
        'General practitioner',
        'Leeds, United Kingdom',
        'full_time',
        'Fifteen-minute appointments, a shared list, and a team that eats lunch together.',
      ],
      [
        'Practice nurse',
        'Leeds, United Kingdom',
        'part_time',
        'Wounds, vaccinations and long-term conditions, three days a week.',
      ],
      [
        'Receptionist',
        'Leeds, United Kingdom',
        'part_time',
        'The first voice that people hear. You know who can wait and who cannot.',
      ],
      [
        'Systems administrator',
        'Leeds, United Kingdom',
        'contract',
        'Move our records to the new system without losing a day or a patient.',
      ],
    ],
  },
  {
    name: 'Tessellate',
    about:
      'Maps for people who do not drive.\n\nKerbs, benches, steps, shade, and where the toilet really is: three thousand volunteers walk so that others can plan. Cities pay for the data, people never do.',
    website: 'https://tessellate.example',
    posts: [
      [
        'Senior backend engineer',
        'Berlin, Germany or remote',
        'full_time',
        'Routing for walking, wheelchairs and buses that come every forty minutes. Go and PostgreSQL.',
      ],
      [
        'Site reliability engineer',
        'Berlin, Germany or remote',
        'full_time',
        'Keep tiles fast on a bad connection. You carry a pager one week in six, and we pay for it.',
      ],
      [
        'Cartographer',
        'Berlin, Germany',
        'full_time',
        'Decide what a map leaves out. You will argue with engineers about kerbs.',
      ],
      [
        'UX researcher',
        'Berlin, Germany',
        'part_time',
        'Walk with people who use a stick, a pram or a trolley, and bring back what you saw.',
      ],
    ],
  },
  {
    name: 'Brightwater Energy Co-op',
    about:
      'Eleven thousand members, three rivers, one hydro plant each.\n\nWe belong to the people who switch on our light. What is left at the end of the year goes into insulation, fish ladders and the next turbine, in an order that the members vote on.',
    website: 'https://brightwater.example',
    posts: [
      [
        'Hydro plant operator',
        'Bergen, Norway',
        'full_time',
        'Watch the river, the turbine and the weather, and know which of them is lying.',
      ],
      [
        'Member services',
        'Bergen, Norway',
        'full_time',
        'Explain a power bill so that nobody has to call twice.',
      ],
      [
        'Finance controller',
        'Bergen, Norway',
        'full_time',
        'Budget for a wet year and a dry one. The members read your report and ask good questions.',
      ],
    ],
  },
  {
    name: 'Papaya Press',
    about:
      'Children’s books in seven languages, printed twenty kilometres from where they are sold.\n\nForty titles are in print and none of them is about being clever. We read every manuscript that comes, aloud, to somebody small.',
    website: 'https://papayapress.example',
    posts: [
      [
        'Editor, picture books',
        'Valencia, Spain',
        'full_time',
        'Find the eight hundred words that a four-year-old asks for again.',
      ],
      [
        'Translator, Catalan and English',
        'Remote',
        'contract',
        'Rhyme included. One title every two months.',
      ],
      ['Rights manager', 'Valencia, Spain', 'part_time', 'Two fairs a year, many mails in between.'],
    ],
  },
  {
    name: 'Granite & Rye',
    about:
      'A bakery with four shops and one very large oven.\n\nThe starter is older than most of us. We bake from two in the morning, sell until it is gone, and give the rest to the night shelter, so that nothing is thrown away and nobody has to bake for show.',
    website: 'https://graniteandrye.example',
    posts: [
      [
        'Baker, early shift',
        'Aberdeen, United Kingdom',
        'full_time',
        'From three to eleven: dough, fire, coffee, home.',
      ],
      [
        'Shop manager',
        'Aberdeen, United Kingdom',
        'full_time',
        'Run the Rosemount shop and its team of six.',
      ],
      [
        'Delivery driver',
        'Aberdeen, United Kingdom',
        'part_time',
        'Forty cafés before eight, in an electric van.',
      ],
    ],
  },
  {
    name: 'Open Ledger Foundation',
    about:
      'Free accounting software for clubs, choirs and co-ops.\n\nNineteen thousand treasurers use it, most of them on one evening a month and against their will. Donations pay seven of us; the roadmap is a list of what those evenings were lost on.',
    website: 'https://openledger.example',
    posts: [
      [
        'Full-stack developer',
        'Remote',
        'full_time',
        'TypeScript, React and a lot of double-entry bookkeeping. Everything you write is public.',
      ],
      [
        'Technical writer',
        'Remote',
        'part_time',
        'Explain value added tax to a choir treasurer at eleven at night.',
      ],
      [
        'Security engineer',
        'Remote',
        'contract',
        'Three months: review the access model, write down what you find, help us mend it.',
      ],
    ],
  },
  {
    name: 'Seventh Wave Robotics',
    about:
      'Robots that clean ship hulls, so that ships burn less.\n\nThey hold on with magnets, work while the cargo is unloaded and bring back everything that they scrape off. Eight ports use them; our own quay is the ninth and has the better coffee.',
    website: 'https://seventhwave.example',
    posts: [
      [
        'Robotics engineer',
        'Rotterdam, Netherlands',
        'full_time',
        'Magnets, salt water and a control loop at a kilohertz.',
      ],
      [
        'Computer vision engineer',
        'Rotterdam, Netherlands',
        'full_time',
        'Tell barnacles from rivets in green water.',
      ],
      [
        'Operations coordinator',
        'Rotterdam, Netherlands',
        'full_time',
        'Match ships, tides and crews. The tide does not wait for the calendar.',
      ],
      [
        'Mechanical engineering intern',
        'Rotterdam, Netherlands',
        'internship',
        'Break the gripper until it stops breaking.',
      ],
    ],
  },
  {
    name: 'Kestrel Learning',
    about:
      'Evening courses for people who left school early.\n\nSix schools, nineteen hundred learners, and a certificate that counts. Groups are small, the first lesson is always free, and there is soup before it and somebody who minds the children.',
    website: 'https://kestrel.example',
    posts: [
      [
        'Maths tutor',
        'Cork, Ireland',
        'part_time',
        'Two evenings a week, groups of six, fractions without fear.',
      ],
      [
        'Course designer',
        'Remote, Ireland',
        'full_time',
        'Turn a curriculum into forty evenings that people come back for.',
      ],
      [
        'Outreach officer',
        'Cork, Ireland',
        'full_time',
        'Meet people where they are: at work, at the school gate, at the barber.',
      ],
    ],
  },
];
