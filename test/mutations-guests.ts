import type { Mutation } from './mutations.ts'

// Mistakes with guests and seats, each with the test that has to notice it. What is about locks is shown where the moment
// is made, not hoped for.

const lockedSeats = `  await tx.selectFrom('occasion_seats').where('occasion_id', '=', occasionId).select('taken').forUpdate().execute()\n`

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
export const mutationsInGuests: Mutation[] = [
  {
    mistake: 'the seats that are left are counted before the last ones are taken',
    file: 'app/invitations/guests/answers/seats.server.ts',
    is: `or s.taken + \${by}::int <= o.capacity)`,
    becomes: `or (select z.taken from occasion_seats z where z.occasion_id = o.id) + \${by}::int <= o.capacity)`,
    and: { file: 'app/invitations/guests/answers/seats.server.ts', is: lockedSeats, becomes: '' },
    test: 'T572',
  },
  {
    mistake: 'two answers of one household are written without the locks on their guest and their invitation',
    file: 'app/invitations/guests/answers/outcome.server.ts',
    is: `    .forUpdate('i')\n`,
    and: { file: 'app/invitations/guests/answers/answer.server.ts', is: `      .forNoKeyUpdate()\n`, becomes: '' },
    test: 'T573',
  },
  {
    mistake: 'an offer is taken and turned down without the lock on its invitation',
    file: 'app/invitations/guests/answers/outcome.server.ts',
    is: `    .forUpdate('i')\n`,
    test: 'T574',
  },
  {
    mistake: 'the capacity is changed without the lock on the seats',
    file: 'app/invitations/occasions/occasion.server.ts',
    is: `  await tx.selectFrom('occasion_seats').where('occasion_id', '=', row.id).select('taken').forUpdate().execute()\n`,
    test: 'T575',
  },
  {
    mistake: 'an answer looks at the occasion before it has the seats',
    file: 'app/invitations/guests/answers/seats.server.ts',
    is: lockedSeats,
    test: 'T576',
  },
  {
    mistake: 'those in line are passed over for good when the first of them does not fit',
    file: 'app/invitations/guests/answers/seats.server.ts',
    is: `    and (o.capacity is null or s.taken + i.adults + i.children <= o.capacity)\n`,
    becomes: `    and i.waits_since = (select min(w.waits_since) from invitations w where w.occasion_id = o.id and w.state = 'waiting')
    and (o.capacity is null or s.taken + i.adults + i.children <= o.capacity)\n`,
    test: 'T577',
  },
  {
    mistake: 'a party grows after the day for answers',
    file: 'app/invitations/guests/answers/answer.server.ts',
    is: "  if (standing === 'late' && adults + children > seatsHeldBy(invitation)) throw new Refusal(invitationTexts.late)\n",
    test: 'T578',
  },
  {
    mistake: 'the seats of the answer that does not count stay taken when two guests become one',
    file: 'app/invitations/guests/host.server.ts',
    is: '  await moveSeats(tx, occasion.id, -seatsHeldBy(isLater ? to : from))\n',
    test: 'T579',
  },
  {
    mistake: 'a list is entered as often as its form is sent',
    file: 'app/invitations/guests/import/import.server.ts',
    is: `    if (paste?.added != null) return paste.added\n`,
    test: 'T580',
  },
  {
    mistake: 'an answer is written for a guest who is forgotten at that moment',
    file: 'app/invitations/guests/answers/answer.server.ts',
    is: `      .forNoKeyUpdate()\n`,
    test: 'T581',
    row: 'they remove themself',
  },
  {
    mistake: 'those who answer with one number on the shared link do not wait for each other',
    file: 'app/invitations/guests/add.server.ts',
    is: `    await sql\`select pg_advisory_xact_lock(hashtextextended(\${\`guest \${gatheringId} \${phone}\`}, 0))\`.execute(tx)\n`,
    test: 'T582',
  },
  {
    mistake: 'who removes themself keeps the seats',
    file: 'app/invitations/guests/answers/outcome.server.ts',
    is: '  await moveSeats(tx, invitation.occasionId, -seatsHeldBy(invitation))\n',
    test: 'T583',
  },
  {
    mistake: 'the look of the host is taken for the look of the guest',
    file: 'app/invitations/guests/answers/wishes.server.ts',
    is: `      .where(sql<boolean>\`not coalesce(may_host(gathering_id, \${personId}::uuid), false)\`)\n`,
    test: 'T584',
  },
  {
    mistake: 'an anonymous gift by the link of a guest is tied to them',
    file: 'app/invitations/activity/tie.server.ts',
    is: `and kind = 'donation' and not anonymous`,
    becomes: `and kind = 'donation'`,
    test: 'T585',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pieces of sources stand here, with what they fill in
