import { Link } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { Actions } from '#app/site/samples/actions.tsx'
import { Forms } from '#app/site/samples/forms.tsx'
import { KitSection, Specimen } from '#app/site/samples/frame.tsx'
import { KitCharts, Lists } from '#app/site/samples/lists.tsx'
import { Overlays } from '#app/site/samples/overlays.tsx'
import { KitPictures, KitTokens } from '#app/site/samples/pictures.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { sidebarIsOpen } from '#app/ui/sidebar-cookie.ts'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { Route } from './+types/kit.ts'

export const meta: Route.MetaFunction = () => [
  { title: `The kit · ${brand()}` },
  { name: 'robots', content: 'noindex' },
]

/** Exists only where providers are pretended: on laptops and in tests. */
export function loader({ request }: Route.LoaderArgs) {
  if (settings.strict) throw new Response(null, { status: 404 })
  return { sidebarOpen: sidebarIsOpen(request.headers.get('cookie')) }
}

const sections = [
  ['tokens', 'Colour and type'],
  ['woven', 'Woven pattern'],
  ['buttons', 'Buttons'],
  ['fields', 'Forms'],
  ['dialogs', 'Dialogs'],
  ['lists', 'Lists'],
  ['charts', 'Charts'],
  ['progress', 'Progress'],
  ['tabs', 'Tabs'],
  ['carousel', 'Carousel'],
  ['sidebar', 'Sidebar'],
] as const

/** Every part of the kit in every state. Texts here are specimens, in the language they show. */
export default function Kit({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <WovenPattern slug="harambee" kind="band" scale={0.5} className="block" />
      <header className="column flex items-start justify-between gap-4 pt-8 pb-4">
        <div>
          <h1 className="text-4xl sm:text-5xl">The kit</h1>
          <p className="mt-2 max-w-prose text-muted">
            What {brand()} is made of, in every state. Point at things, go through them with the Tab key, change the
            theme.
          </p>
        </div>
        <ThemeToggle />
      </header>
      <div className="column lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
        <nav aria-label="Sections" className="sticky top-6 mb-4 self-start max-lg:static">
          <ul className="flex flex-wrap gap-x-1 lg:grid">
            {sections.map(([id, title]) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  className="flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-well"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main" tabIndex={-1}>
          <KitTokens />
          <Actions />
          <Forms />
          <Overlays />
          <Lists />
          <KitCharts />
          <KitPictures sidebarOpen={loaderData.sidebarOpen} />
          <Media />
        </main>
      </div>
    </>
  )
}

const shown = { alt: 'A picture', sizes: '15rem' }
const shot = { url: '/share.jpg', width: 1200, height: 630, colour: '#8a3b12' }
const small = { url: '/icon-192.png', width: 192, height: 192, colour: '#c9752f' }
const missing = { url: `/media/drives/${'0'.repeat(32)}-320.jpg`, width: 320, height: 240, colour: '#c9752f' }
const box = 'aspect-video rounded-card'

function Media() {
  return (
    <KitSection id="pictures" title="Pictures">
      <Specimen state="cut to its box, whole, small on its colour; not to be had: a fallback, nothing" wide>
        <div className="grid max-w-2xl grid-cols-2 gap-4 md:grid-cols-3">
          <Picture {...shown} picture={shot} className={box} />
          <Picture {...shown} picture={shot} className={box} fit="object-contain" />
          <Picture {...shown} picture={small} className={box} fit="object-none" />
          <Picture {...shown} picture={missing} className={box} fallback={<WovenPattern slug="fallback" />} />
          <Picture {...shown} picture={missing} className={box} />
        </div>
      </Specimen>
    </KitSection>
  )
}
