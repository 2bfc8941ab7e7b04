import type { Mutation } from './mutations.ts'

// Mistakes that a person could make with updates of drives, their followers and what is sent to them: see mutations.ts.

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: pieces of sources, with what they fill in
export const mutationsInUpdates: Mutation[] = [
  {
    mistake: 'two updates at once are both the tenth of the day',
    file: 'app/drives/updates/updates.server.ts',
    is: '    .forNoKeyUpdate()\n',
    test: 'T1301',
  },
  {
    mistake: 'visitors read an update that an administrator has hidden',
    file: 'app/drives/updates/updates.server.ts',
    is: ".$if(!hidden, (query) => query.where('u.hidden_at', 'is', null))",
    test: 'T1305',
  },
  {
    mistake: 'a treasurer removes the update of another drive',
    file: 'app/drives/updates/updates.server.ts',
    is: "      .where('id', '=', update)\n      .where('fund_drive_id', '=', driveId)\n",
    becomes: "      .where('id', '=', update)\n",
    test: 'T1304',
  },
  {
    mistake: 'an update is about the withdrawal of another drive',
    file: 'app/money/payouts/payouts-list.server.ts',
    is: '    where o.fund_drive_id = ${driveId} and o.status',
    becomes: '    where o.status',
    test: 'T1303',
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: pieces of sources end here
