import { doorKeyOf, ownPageOnly } from '#app/invitations/door/calls.server.ts'
import { sync } from '#app/invitations/door/sync.server.ts'
import { syncForm } from '#app/invitations/door/sync-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { call } from '#app/platform/http/api.server.ts'

/** POST { since, events, aheadMs, unsent }: a door sends what it did, and is told what is new. */
export const action = call({
  form: syncForm,
  // A queue of three days is sent in some calls right after each other.
  limits: (_, args) => [{ name: 'door-sync', key: doorKeyOf(args), times: 240, seconds: 60 }],
  run: (asked, args) => {
    ownPageOnly(args)
    return sync(db, doorKeyOf(args), asked)
  },
})
