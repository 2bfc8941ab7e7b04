import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'

/** Long words on purpose: a component that fits these fits everything. */
export const long = {
  english: 'Please confirm your e-mail address before you start a fundraiser for your whole community',
  swahili: 'Tafadhali thibitisha anwani yako ya barua pepe kabla ya kuanzisha harambee mpya ya jamii yako yote',
  word: 'harambeeyamatibabuyamamaachiengwanaohitajikulipiwahospitalini',
}

export function KitSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6 border-line border-t pt-8 pb-12">
      <h2 id={`${id}-title`} className="mb-6 text-2xl">
        {title}
      </h2>
      <div className="grid gap-8 *:min-w-0">{children}</div>
    </section>
  )
}

/** One component in one state, with the name of the state. */
export function Specimen({ state, wide, children }: { state: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-normal font-sans text-muted text-sm tracking-normal">{state}</h3>
      <div className={cx(wide ? '' : 'flex flex-wrap items-center gap-3')}>{children}</div>
    </div>
  )
}

export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">{children}</div>
)
