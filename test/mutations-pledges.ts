import type { Mutation } from './mutations.ts'

// Mistakes in what is promised, each with the test that has to notice it.

const folder = 'app/group/pledges'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInPledges: Mutation[] = [
  {
    mistake: 'a pledge is not locked while a gift is counted for it',
    file: `${folder}/count.server.ts`,
    is: '  await sql`select from pledges where id = ${pledgeId}::bigint for update`.execute(tx)\n',
    test: 'T535',
  },
  {
    mistake: 'a gift is counted for a pledge again when its arrival is told of again',
    file: `${folder}/count.server.ts`,
    is: '    on conflict (donation_id) do nothing`',
    becomes: '`',
    test: 'T536',
  },
  {
    mistake: 'another browser than the payer’s says what a gift is for',
    file: `${folder}/count.server.ts`,
    is: `    .where('p.returned', '=', visitor)\n`,
    test: 'T537',
  },
  {
    mistake: 'people are reminded at night',
    file: `${folder}/manage.server.ts`,
    is: '  if (hour < morning || hour >= evening) return 0\n',
    test: 'T538',
  },
  {
    mistake: 'what was missed is sent all at once',
    file: `${folder}/manage.server.ts`,
    is: 'const next = nextReminder(row.dueOn, now)',
    becomes: 'const next = { at: new Date(now.getTime() + 1000) }',
    test: 'T539',
  },
  {
    mistake: 'a person is written to who did not agree',
    file: `${folder}/pledge.server.ts`,
    is: 'const reached = pledge.agreed && (pledge.phone !== null || pledge.email !== null)',
    becomes: 'const reached = pledge.phone !== null || pledge.email !== null',
    test: 'T540',
  },
  {
    mistake: 'an address that wants no mail about pledges is written to',
    file: `${folder}/tell.server.tsx`,
    is: '  if (await hasStoppedMail(db, row.email)) return\n',
    test: 'T541',
  },
  {
    mistake: 'an organiser learns the secret link of a giver',
    file: `${folder}/manage.server.ts`,
    is: "source === 'giver' ? `${publicAddress()}/fundraiser/${slug}` : linkOfPledge(client_key)",
    becomes: '`${publicAddress() && slug ? linkOfPledge(client_key) : source}`',
    test: 'T542',
  },
  {
    mistake: 'an anonymous giver is named to the organiser',
    file: `${folder}/pledges-list.server.ts`,
    is: 'case when g.anonymous then null else g.phone end',
    becomes: 'g.phone',
    test: 'T543',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
