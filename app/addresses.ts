import type { Addresses } from './platform/http/addresses.server.ts'

// Special properties of addresses in routes.ts. The server reads them before any route sees the request.

const kB = 1024
/** A form with one picture. */
const picture = { body: 6 * kB * kB, isForPictures: true }
/** Pages on which people work: their texts, links and forms are there before their scripts. */
const ofMembers = { list: 'members', paintsFirst: true }
/** Pages that few visitors open: see kit/visitors-pages.ts. */
const ofFew = { list: 'members' } as const

export const addresses: Addresses = {
  // A page brings the part of the list of addresses that its readers need; see scripts/shorter-lists.ts.
  '*': { list: 'visitors' },
  'auth/*': ofMembers,
  'dashboard/*': ofMembers,
  'fund-drive/*': ofMembers,
  'gathering/*': ofMembers,
  'giving/*': ofMembers,
  'kumbukumbu/*': ofMembers,
  'profile/*': ofMembers,
  'settings/*': ofMembers,
  'w/*': ofMembers,
  'admin/*': { list: 'manifest', keptNowhere: true, paintsFirst: true },
  'sandbox/*': { list: 'manifest', isOpen: true },
  // The sandbox provider answers with the real one's methods.
  'sandbox/paystack/*': { methods: ['GET', 'HEAD', 'POST', 'PUT'] },
  // Where a link or a code leads, on a phone that was never here.
  'fundraiser/*': { paintsFirst: true },
  'fundraiser/:slug/account': ofFew,
  'fundraiser/:slug/book': ofFew,
  'fundraiser/:slug/follow': ofFew,
  'fundraiser/:slug/report': ofFew,
  'fundraiser/:slug/updates': ofFew,
  'discover/*': ofFew,
  'invitation/*': { paintsFirst: true },
  // Links that guests hold.
  'i/*': { isSecret: true, paintsFirst: true },
  'p/*': { isSecret: true },
  'door/join/*': { isSecret: true },
  'beneficiary/*': { ...ofFew, isSecret: true },
  'follow/*': { ...ofFew, isSecret: true },
  'unfollow/*': { ...ofFew, isSecret: true },
  'webhooks/*': { isOpen: true },
  'hooks/*': { body: 32 * kB, isOpen: true },
  // A statement of M-Pesa's portal has up to 20,000 lines.
  'admin/mpesa': { body: 6 * kB * kB },
  'gathering/:slug/card': picture,
  'gathering/:slug/after/post': picture,
  'gathering/:slug/after/photos': picture,
  'admin/settings/logo': picture,
  'profile/avatar': picture,
  'dashboard/new': picture,
  'dashboard/picture': picture,
  'fund-drive/:slug/info/save': picture,
  'fund-drive/:slug/updates': picture,
  'fund-drive/:slug/papers': { body: 9 * kB * kB, isForPictures: true },
  'fund-drive/:slug/images/add': picture,
  'fund-drive/:slug/money/:payout': picture,
  'fund-drive/:slug/money/:payout/list': picture,
  // One character of a long description can take twelve bytes on its way.
  'fund-drive/:slug/bridge': { body: 1.5 * kB * kB },
  'fund-drive/:slug/description': { body: 1.5 * kB * kB },
  // A list of guests, pasted or as a file.
  'gathering/:slug/guests/import': { body: 1.5 * kB * kB },
  // Small objects of JSON, from any page or program.
  'api/*': { body: 8 * kB, methods: ['POST', 'OPTIONS'], isForPrograms: true, isOpen: true },
  // Some mail programs open the address instead.
  'api/quiet': { methods: ['GET', 'HEAD', 'POST', 'OPTIONS'] },
  'api/fund-drives/*': { methods: ['GET', 'HEAD', 'OPTIONS'] },
  // Acts in the name of the person who is signed in: no page of another site may ask for them.
  'api/create-subscription': { methods: ['POST'], isOpen: false },
  // Doors: their own page alone, in the name of the phone. Two hundred events, and names of guests who are on no list.
  'api/door/*': { body: 128 * kB, methods: ['POST'], isOpen: false },
}
