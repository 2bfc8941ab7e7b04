import { dayIn, occasionTypedBy } from './gatherings.ts'
import {
  formAction,
  hosted,
  hostsAction,
  hostsOnly,
  hostsPage,
  owner,
  ownersOnly,
  page,
  people,
  type Row,
  see,
} from './matrix-rows.ts'

// Who may do what at the addresses of invitations. Of one of a drive its hosts are who has the right to the guests there.

const invitation = () => ({ title: 'Ruracio', hosts: 'The family', kind: 'ruracio', day: dayIn(3), time: '10:00' })

/** Signed in, and nothing is there. */
const nothing = { ...people, other: 404, treasurer: 404, secretary: 404, owner: 404, admin: 404 }

export const gatherings: Record<string, Row> = {
  // Each person has a book of their own: administrators see theirs, and nobody else's.
  kumbukumbu: see(people),
  'kumbukumbu.csv': see(people),
  'kumbukumbu/add': {
    get: people,
    post: { who: people, sent: () => ({ name: 'Mama Njeri', key: crypto.randomUUID(), user_id: 'x' }) },
  },
  // Here nobody names a household that is there; see invitations/kumbukumbu.
  'kumbukumbu/:household/save': {
    get: nothing,
    post: { who: nothing, sent: () => ({ name: 'Amina', version: '1' }) },
  },
  'kumbukumbu/:household/remove': { post: { who: nothing, sent: () => ({}) } },

  // The drive has an invitation already: its form leads there.
  'fund-drive/:slug/invite': page(() => invitation(), 'yes', ownersOnly),
  'dashboard/invite': { get: people, post: { who: people, sent: () => ({ ...invitation(), user_id: 'x' }) } },

  'gathering/:slug/home': see(hosted),
  'gathering/:slug/occasions': see(hosted),
  'gathering/:slug/occasions/new': hostsPage(() => occasionTypedBy(), 'yes', hostsOnly),
  'gathering/:slug/occasions/:no': hostsPage(() => occasionTypedBy({ version: '1' })),
  // To end an invitation, or a day of it, is for those who run it.
  'gathering/:slug/occasions/:no/cancel': formAction(() => ({ why: 'It rains' })),
  'gathering/:slug/card': hostsPage(() => ({ title: 'Ruracio', hosts: 'The family', version: '1' })),
  'gathering/:slug/messages': see(hosted),
  'gathering/:slug/messages/new': hostsPage(
    () => ({ kind: 'note', words: 'Soon', many: '1', step: 'look', made_by: 'x' }),
    'yes',
    hostsOnly,
  ),
  // Here nobody names a message that is there; see invitations/messages.
  'gathering/:slug/messages/:id': see({ ...hosted, owner: 404, secretary: 404, admin: 404 }),
  'gathering/:slug/messages/:id/by-hand': hostsPage(() => ({ line: '1' }), 404, {
    ...hostsOnly,
    owner: 404,
    secretary: 404,
  }),
  'gathering/:slug/messages/:id/stop': hostsAction(() => ({}), 404),
  'gathering/:slug/occasions/:no/tell': hostsAction(() => ({})),
  'gathering/:slug/occasions/:no/reminders': hostsAction(() => ({ 'coming start 48': 'on' })),
  'gathering/:slug/guests': see(hosted),
  'gathering/:slug/guests/add': hostsPage(() => ({ name: 'Amina', seats: '2', link: 'x' }), 'yes', hostsOnly),
  'gathering/:slug/guests.csv': see(hosted),
  'gathering/:slug/guests/:guest': see(hosted),
  'gathering/:slug/guests/:guest/save': hostsAction(() => ({ name: 'Amina', version: '1', link: 'x' })),
  'gathering/:slug/guests/:guest/seats': hostsAction(() => ({ no: '1', seats: '5' })),
  'gathering/:slug/guests/:guest/answer': hostsAction(() => ({ no: '1', reply: 'yes', adults: '2' })),
  'gathering/:slug/guests/:guest/new-link': hostsAction(() => ({ sure: 'on' })),
  'gathering/:slug/guests/:guest/new-pass': hostsAction(() => ({ sure: 'on', no: '1' })),
  // There is one guest on the list, who is nobody else.
  'gathering/:slug/guests/:guest/merge': hostsAction(() => ({ with: '0712345678', sure: 'on' }), 422),
  // Nothing came from anybody there.
  'gathering/:slug/guests/:guest/tie': formAction(() => ({ of: 'gift-1' }), 409),
  'gathering/:slug/guests/:guest/untie': formAction(() => ({ tie: '1' }), 409),
  'gathering/:slug/guests/gave': see(owner),
  'gathering/:slug/guests/gave/add': formAction(() => ({ of: 'gift-1' }), 409),
  // A book is of the person who made the invitation.
  'gathering/:slug/guests/:guest/remember': {
    post: { who: { ...ownersOnly, owner: 'yes', secretary: 403 }, sent: () => ({ words: 'Sang', user_id: 'x' }) },
  },
  'gathering/:slug/guests/:guest/forget': hostsAction(() => ({ sure: 'on' })),
  'gathering/:slug/waiting': see(hosted),
  // Nobody waits there.
  'gathering/:slug/waiting/offer': hostsAction(() => ({ invitation: crypto.randomUUID() }), 404),
  'gathering/:slug/waiting/all': hostsAction(() => ({ no: '1', decision: 'approve' })),
  'gathering/:slug/waiting/approve': hostsAction(() => ({ invitation: crypto.randomUUID() }), 404),
  'gathering/:slug/waiting/turn-down': hostsAction(() => ({ invitation: crypto.randomUUID() }), 404),
  'gathering/:slug/door/cards.pdf': see(hosted),
  'gathering/:slug/door/list.pdf': see(hosted),
  'gathering/:slug/door': see(hosted),
  'gathering/:slug/door/new': hostsPage(() => ({ no: '1', name: crypto.randomUUID() }), 'yes', hostsOnly),
  // There is no such door.
  'gathering/:slug/door/revoke': hostsAction(() => ({ door: crypto.randomUUID() }), 404),
  'gathering/:slug/door/arrivals.csv': see(hosted),
  'gathering/:slug/after': see(hosted),
  // Its occasion is still to come.
  'gathering/:slug/after/account': page(() => ({ version: '0', what1: 'Tents', amount1: '500' }), 409),
  'gathering/:slug/after/post': hostsPage(() => ({ key: crypto.randomUUID(), words: 'Asanteni' }), 409),
  // There is no such post.
  'gathering/:slug/after/remove': hostsAction(() => ({ post: crypto.randomUUID(), sure: 'on' }), 404),
  // Without a photo, and with a photo that is not there.
  'gathering/:slug/after/photos': hostsPage(() => ({ post: crypto.randomUUID() }), 422),
  'gathering/:slug/after/photos/take-down': hostsAction(({ photo }) => ({ photo })),
  'gathering/:slug/after/photos/keep': hostsAction(({ photo }) => ({ photo })),
  // The people who run it choose its helpers; helpers alone may stop helping.
  'gathering/:slug/helpers': page(() => ({ invited: 'Wambui', role: 'treasurer', user_id: 'x' })),
  'gathering/:slug/helpers/remove': formAction(() => ({ helper: '999999999' }), 404),
  'gathering/:slug/helpers/leave': {
    post: { who: { ...ownersOnly, owner: 404, helper: 'yes' }, sent: () => ({}) },
  },
  'gathering/:slug/settings': see(hosted),
  // This one is not stopped: its hosts are led home.
  'gathering/:slug/stopped': see(hosted),
  'gathering/:slug/settings/status': formAction(() => ({ status: 'closed' })),
  'gathering/:slug/settings/newcomers': hostsAction(() => ({ newcomers: 'ask' })),
  'gathering/:slug/settings/contact': hostsAction(() => ({ contact: '0712 345 678' })),
  'gathering/:slug/settings/drive': formAction(() => ({ drive: '' })),
  // A guest asked to have a photo of it taken down: it stays.
  'gathering/:slug/settings/delete': formAction(() => ({ sure: 'on' }), 409),
  // There is no such household.
  'gathering/:slug/guests/import/kumbukumbu': hostsPage(() => ({ 'household[]': crypto.randomUUID() }), 422, hostsOnly),
  // Letters alone: of the digits of an id every third looks like half a phone number, and the list would ask about it.
  'gathering/:slug/guests/import': hostsPage(
    () => ({ text: `1. Amina ${crypto.randomUUID().replaceAll(/[\d-]/g, '')}` }),
    'yes',
    hostsOnly,
  ),
}
