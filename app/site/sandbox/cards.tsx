import { type CardSeen, InvitationCard } from '#app/invitations/guests/card.tsx'
import { brand } from '#app/kit/brand.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import '#app/invitations/guests/card.css'

export const handle = { static: true }

/** Exists only where providers are pretended: on laptops and in tests. */
export function loader() {
  if (settings.strict) throw new Response(null, { status: 404 })
  return null
}

const facts = [
  { label: 'When', lines: ['Saturday, 12 December 2026', '10:00'] },
  { label: 'Where', lines: ['Karen Country Lodge'] },
]
const words = 'Eat, sing and remember with us.'
const cards: Omit<CardSeen, 'image'>[] = [
  {
    slug: 'solemn',
    style: 'solemn',
    kind: 'Burial',
    opening: 'With sorrow we invite you to the burial of',
    title: 'Mzee Joseph Otieno Ochieng',
    hosts: 'The Ochieng family, Kisumu',
    words: '',
    facts,
  },
  {
    slug: 'heal-celebration',
    style: 'celebration',
    kind: 'Ruracio',
    opening: 'Our families invite you',
    title: 'Wanjiku & Kamau',
    hosts: 'The families of Njoroge and Mwangi',
    words,
    facts,
  },
  {
    slug: 'heal-church',
    style: 'church',
    kind: 'Church day',
    opening: 'You are invited',
    title: 'St Peter’s harvest Sunday',
    hosts: 'The parish council',
    words,
    facts,
  },
  {
    slug: 'heal-school',
    style: 'school',
    kind: 'Graduation',
    opening: 'Come and celebrate with us',
    title: 'The class of 2026 of Kisumu Girls’ High School graduates',
    hosts: 'Mama Achieng and family',
    words,
    facts,
  },
  {
    slug: 'heal-corporate',
    style: 'corporate',
    kind: 'Chama meeting',
    opening: 'You are invited',
    title: 'Umoja chama: year’s end',
    hosts: 'Umoja Investment Group',
    words: '',
    facts,
  },
]

/** The card of an invitation in each of its styles. Texts here are specimens. */
export default function Cards() {
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-[36rem] gap-8 pb-8">
      <title>{`Cards · ${brand()}`}</title>
      <meta name="robots" content="noindex" />
      {cards.map((card) => (
        <InvitationCard key={card.style} card={{ ...card, image: null }}>
          For Mama Njeri & family, 4 seats
        </InvitationCard>
      ))}
    </main>
  )
}
