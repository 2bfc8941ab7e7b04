import { data, redirect } from 'react-router'
import type { CardShape } from '#app/invitations/cards/card.ts'
import { generalAnswer, namedAnswer, picturePath } from '#app/invitations/cards/pictures.server.ts'
import { generalCards, guestsCard } from '#app/invitations/guests/card-told.server.ts'
import { foundBy } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

export const loader = loaders<Promise<Response>>({
  'invitation/:slug/card/:file': everybodysCard,
  'invitation/:slug/preview/:file': everybodysCard,
  'i/:link/card.jpg': ownCard,
  'i/:link/thanks.jpg': ownCard,
})

/** Serves the card for everybody, and the preview in chats. Neither they nor their addresses have a guest's name. */
async function everybodysCard({ params: { slug = '', file }, url, context }: LoaderArgs) {
  const shape: CardShape = url.pathname.includes('/preview/') ? 'preview' : 'card'
  const found = await generalCards(db, slug)
  // Without an open link the version is a secret, which only the guests' own pages contain.
  const asked = found?.cards.find((card) => picturePath(slug, shape, card).endsWith(`/${file}`))
  if (asked) return generalAnswer(asked, shape, context.get(askedContext).address, forEverybody)
  if (!found?.shared) throw data(null, { status: 404 })
  throw redirect(picturePath(slug, shape, found.next), { headers: { 'cache-control': 'no-cache' } })
}

const forEverybody = {
  'cache-control': 'public, max-age=86400',
  // Other sites may embed the picture: chats show it.
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
}

/** Serves a guest's card with their name, or their card of thanks. */
async function ownCard({ params: { link = '' }, url, context }: LoaderArgs) {
  const { address } = context.get(askedContext)
  const found = await foundBy(await guestsCard(db, link), address)
  const shown = url.pathname.endsWith('/thanks.jpg') ? found?.thanks : found
  if (!shown) throw data(null, { status: 404 })
  return namedAnswer(shown.card, shown.guest, address)
}
