import { ThemeToggle } from '#app/ui/theme.tsx'
import { BrandLink } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { TopBar } from './top-bar.tsx'
import './site.css'

type ShellProps = {
  children: React.ReactNode
  /** The page offers no menu and no language: no other page can be opened at this moment. */
  alone?: boolean
}

/** The look of a page with a single message: the menu, the sentence, a link. Needs no data. */
export function Shell({ children, alone = false }: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip bg-paper text-ink">
      {alone ? (
        <header className="column flex min-h-16 items-center">
          <BrandLink />
        </header>
      ) : (
        <TopBar />
      )}
      <main id="main" tabIndex={-1} className="column flex grow flex-col items-start justify-center pt-6 pb-20">
        {children}
      </main>
      {!alone && (
        <footer className="column flex flex-wrap items-center gap-x-6 py-2">
          <LanguageSwitch />
          <ThemeToggle />
        </footer>
      )}
      <div aria-hidden className="woven-hem" />
    </div>
  )
}

export const heading =
  'max-w-[18ch] text-balance font-bold font-display text-4xl leading-[1.05] tracking-tight sm:text-6xl'
export const sentence = 'mt-5 max-w-[52ch] text-lg text-muted leading-relaxed'
export const onward =
  'mt-8 inline-flex min-h-12 items-center rounded-control bg-brand px-6 font-semibold text-brand-ink hover:brightness-110'
export const aside =
  'mt-8 inline-flex min-h-12 items-center rounded-control border border-line px-6 font-semibold hover:bg-well'
