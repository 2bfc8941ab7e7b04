import { Link } from 'react-router'
import { settings } from '#app/platform/settings.server.ts'
import { sidebarIsOpen } from '#app/ui/sidebar-cookie.ts'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import type { Route } from './+types/kit.ts'
import { Actions } from './kit-actions.tsx'
import { Charts } from './kit-charts.tsx'
import { Forms } from './kit-forms.tsx'
import { Lists } from './kit-lists.tsx'
import { Media } from './kit-media.tsx'
import { Overlays } from './kit-overlays.tsx'
import { Pictures } from './kit-pictures.tsx'
import { Tokens } from './kit-tokens.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'The kit · Harambee' }, { name: 'robots', content: 'noindex' }]

/** There where the pretend world is: on laptops and in tests. */
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
            What Harambee is made of, in every state. Point at things, go through them with the Tab key, change the
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
          <Tokens />
          <Actions />
          <Forms />
          <Overlays />
          <Lists />
          <Charts />
          <Pictures sidebarOpen={loaderData.sidebarOpen} />
          <Media />
        </main>
      </div>
    </>
  )
}
