import { signIn, type TestSystem } from '@gatehouse/testkit';
import { requireDemoCompany } from './demo-company.ts';
import { createEnrolmentToken } from './enrolment-token.ts';
import { createInvitationActs } from './invitations.ts';
import type { VisitIds } from './page-visits.ts';

/** The rows that visits lead to; the one that the demo may lack, an application to the demo owner's company, is made. */
export async function findVisitIds(system: TestSystem): Promise<VisitIds> {
  const { database, publicHost } = system;
  const find = async (sql: string): Promise<string | undefined> =>
    (await database.query<{ id: string }>(sql))[0]?.id;
  const require = async (sql: string): Promise<string> => {
    const id = await find(sql);
    if (id === undefined) throw new Error(`no row: ${sql}`);
    return id;
  };
  const company = await requireDemoCompany(database);
  const postOf = (title: string) =>
    require(`select id from employer.job_posts where company_id = '${company}' and title = '${title}'`);
  // Both with screening questions.
  const ownJob = await postOf('Joiner for one-off pieces');
  const publicJob = await postOf('Product photographer');
  const cookie = await signIn(publicHost, 'talent@demo.test');
  const { body } = await publicHost.request(`/api/talent/job_posts/${ownJob}`);
  const answers = body.questions.items.map(({ text, kind }: { text: string; kind: string }) => ({
    question: text,
    answer: kind === 'yes_no' ? 'yes' : 'In the workshop of my aunt.',
  }));
  await publicHost.request(`/api/talent/job_posts/${ownJob}/applications`, {
    method: 'POST',
    cookie,
    body: { message: 'I would like to hear more about the workshop.', answers },
  });
  const owner = await require("select id from identity.users where email = 'owner@demo.test'");
  const invitation = await createInvitationActs(system).makeInvitation(
    { userId: owner, companyId: company },
    'newcomer@demo.test',
  );
  return {
    invitationToken: invitation.token,
    enrolmentToken: await createEnrolmentToken(database.ownerUrl, {
      email: 'visited@demo.test',
      name: 'Vera Visited',
      role: 'viewer',
    }),
    publicJob,
    ownJob,
    draftJob: await postOf('Upholsterer'),
    closedJob: await postOf('Bookkeeper'),
    // With messages: which of the demo's have some differs from day to day.
    application: await require(
      `select a.id from talent.applications a where a.company_id = '${company}'
        order by exists (select from talent.messages m where m.application_id = a.id) desc,
                 a.job_post_id = '${ownJob}' desc, a.id
        limit 1`,
    ),
    ownApplication: await require(
      `select a.id from talent.applications a join identity.users u on u.id = a.user_id
        where u.email = 'talent@demo.test' and a.stage = 'offer' limit 1`,
    ),
    company,
    user: owner,
  };
}
