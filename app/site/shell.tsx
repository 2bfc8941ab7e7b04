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

// Seven threads that run side by side as a ribbon and come apart at the end.
const threads = [
  { colour: 'var(--brand)', width: 9, from: 20, end: 'c70 0 84-22 150-8' },
  { colour: 'var(--grain)', width: 5, from: 30, end: 'c60 0 96 6 168-14 s52 26 78 10' },
  { colour: 'var(--brand)', width: 3, from: 37, end: 'c80 0 60 10 120 2' },
  { colour: 'var(--accent)', width: 11, from: 47, end: 'c64 0 92 18 170 4 s60-24 104-2' },
  { colour: 'var(--brand)', width: 3, from: 57, end: 'c70 0 70 2 128 14' },
  { colour: 'var(--grain)', width: 5, from: 64, end: 'c52 0 78 4 140 22 s66 8 90-12' },
  { colour: 'var(--brand)', width: 9, from: 74, end: 'c62 0 70 16 132 24' },
]

/** A ribbon that came undone, with the status in small: for error pages. */
export function LooseThread({ number }: { number: string }) {
  return (
    <div className="mb-10 flex w-full max-w-xl items-center gap-5">
      <svg
        viewBox="0 0 520 112"
        className="min-w-0 grow overflow-visible"
        aria-hidden="true"
        focusable="false"
        fill="none"
      >
        {threads.map(({ colour, width, from, end }) => (
          <path key={from} d={`M-1600 ${from}H150${end}`} stroke={colour} strokeWidth={width} strokeLinecap="round" />
        ))}
      </svg>
      <p className="figures font-bold font-display text-3xl text-muted">{number}</p>
    </div>
  )
}
