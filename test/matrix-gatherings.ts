import { dayIn, occasionTypedBy } from './gatherings.ts'
import { deed, owner, ownersOnly, page, people, type Row, see } from './matrix-rows.ts'

// Who may do what at the addresses of invitations. Of one of a drive its hosts are who has the right to the guests there.

const invitation = () => ({ title: 'Ruracio', hosts: 'The family', kind: 'ruracio', day: dayIn(3), time: '10:00' })

/** Signed in, and nothing is there. */
const nothing = { ...people, other: 404, treasurer: 404, owner: 404, admin: 404 }

export const gatherings: Record<string, Row> = {
  // Each person has a book of their own: administrators see theirs, and nobody else's.
  kumbukumbu: see(people),
  'kumbukumbu.csv': see(people),
  'kumbukumbu/add': {
    get: people,
    post: { who: people, sent: () => ({ name: 'Mama Njeri', key: crypto.randomUUID(), user_id: 'x' }) },
  },
  // Here nobody names a household that is there; see routes/kumbukumbu.
  'kumbukumbu/:household/save': {
    get: nothing,
    post: { who: nothing, sent: () => ({ name: 'Amina', version: '1' }) },
  },
  'kumbukumbu/:household/remove': { post: { who: nothing, sent: () => ({}) } },

  // The drive has an invitation already: its form leads there.
  'fund-drive/:slug/invite': page(() => invitation(), 'yes', ownersOnly),
  'dashboard/invite': { get: people, post: { who: people, sent: () => ({ ...invitation(), user_id: 'x' }) } },

  'gathering/:slug/home': see(owner),
  'gathering/:slug/occasions': see(owner),
  'gathering/:slug/occasions/new': page(() => occasionTypedBy(), 'yes', ownersOnly),
  'gathering/:slug/occasions/:no': page(() => occasionTypedBy({ version: '1' })),
  'gathering/:slug/occasions/:no/cancel': deed(() => ({ why: 'It rains' })),
  'gathering/:slug/card': page(() => ({ title: 'Ruracio', hosts: 'The family', version: '1' })),
  'gathering/:slug/messages': see(owner),
  'gathering/:slug/messages/new': page(
    () => ({ kind: 'note', words: 'Soon', many: '1', made_by: 'x' }),
    'yes',
    ownersOnly,
  ),
  // Here nobody names a message that is there; see features/messages.
  'gathering/:slug/messages/:id': see({ ...owner, owner: 404, admin: 404 }),
  'gathering/:slug/messages/:id/by-hand': page(() => ({ line: '1' }), 404, { ...ownersOnly, owner: 404 }),
  'gathering/:slug/messages/:id/stop': deed(() => ({}), 404),
  'gathering/:slug/occasions/:no/tell': deed(() => ({})),
  'gathering/:slug/occasions/:no/reminders': deed(() => ({ 'coming start 48': 'on' })),
  'gathering/:slug/guests': see(owner),
  'gathering/:slug/guests/add': page(() => ({ name: 'Amina', seats: '2', link: 'x' }), 'yes', ownersOnly),
  'gathering/:slug/guests.csv': see(owner),
  'gathering/:slug/guests/:guest': see(owner),
  'gathering/:slug/guests/:guest/save': deed(() => ({ name: 'Amina', version: '1', link: 'x' })),
  'gathering/:slug/guests/:guest/seats': deed(() => ({ no: '1', seats: '5' })),
  'gathering/:slug/guests/:guest/answer': deed(() => ({ no: '1', reply: 'yes', adults: '2' })),
  'gathering/:slug/guests/:guest/new-link': deed(() => ({ sure: 'on' })),
  'gathering/:slug/guests/:guest/new-pass': deed(() => ({ sure: 'on', no: '1' })),
  // There is one guest on the list, who is nobody else.
  'gathering/:slug/guests/:guest/merge': deed(() => ({ with: '0712345678', sure: 'on' }), 422),
  // Nothing came from anybody there.
  'gathering/:slug/guests/:guest/tie': deed(() => ({ of: 'gift-1' }), 409),
  'gathering/:slug/guests/:guest/untie': deed(() => ({ tie: '1' }), 409),
  'gathering/:slug/guests/gave': see(owner),
  'gathering/:slug/guests/gave/add': deed(() => ({ of: 'gift-1' }), 409),
  'gathering/:slug/guests/:guest/remember': deed(() => ({ words: 'Sang', user_id: 'x' })),
  'gathering/:slug/guests/:guest/forget': deed(() => ({ sure: 'on' })),
  'gathering/:slug/waiting': see(owner),
  // Nobody waits there.
  'gathering/:slug/waiting/offer': deed(() => ({ invitation: crypto.randomUUID() }), 404),
  'gathering/:slug/waiting/approve': deed(() => ({ invitation: crypto.randomUUID() }), 404),
  'gathering/:slug/waiting/turn-down': deed(() => ({ invitation: crypto.randomUUID() }), 404),
  'gathering/:slug/door/cards.pdf': see(owner),
  'gathering/:slug/door/list.pdf': see(owner),
  'gathering/:slug/door': see(owner),
  'gathering/:slug/door/new': page(() => ({ no: '1', name: crypto.randomUUID() }), 'yes', ownersOnly),
  // There is no such door.
  'gathering/:slug/door/revoke': deed(() => ({ door: crypto.randomUUID() }), 404),
  'gathering/:slug/door/arrivals.csv': see(owner),
  'gathering/:slug/after': see(owner),
  // Its occasion is still to come.
  'gathering/:slug/after/account': page(() => ({ version: '0', what1: 'Tents', amount1: '500' }), 409),
  'gathering/:slug/after/post': page(() => ({ key: crypto.randomUUID(), words: 'Asanteni' }), 409),
  // There is no such post.
  'gathering/:slug/after/remove': deed(() => ({ post: crypto.randomUUID(), sure: 'on' }), 404),
  // Without a photo, and with a photo that is not there.
  'gathering/:slug/after/photos': page(() => ({ post: crypto.randomUUID() }), 422),
  'gathering/:slug/after/photos/take-down': deed(({ photo }) => ({ photo })),
  'gathering/:slug/after/photos/keep': deed(({ photo }) => ({ photo })),
  'gathering/:slug/settings': see(owner),
  // This one is not stopped: its hosts are led home.
  'gathering/:slug/stopped': see(owner),
  'gathering/:slug/settings/status': deed(() => ({ status: 'closed' })),
  'gathering/:slug/settings/drive': deed(() => ({ drive: '' })),
  'gathering/:slug/settings/delete': deed(() => ({ sure: 'on' })),
  // There is no such household.
  'gathering/:slug/guests/import/kumbukumbu': page(() => ({ 'household[]': crypto.randomUUID() }), 422, ownersOnly),
  // Letters alone: of the digits of an id every third looks like half a phone number, and the list would ask about it.
  'gathering/:slug/guests/import': page(
    () => ({ text: `1. Amina ${crypto.randomUUID().replaceAll(/[\d-]/g, '')}` }),
    'yes',
    ownersOnly,
  ),
}
