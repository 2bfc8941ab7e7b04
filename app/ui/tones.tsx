import { partOf } from '#app/kit/percents.ts'
import { Progress } from './progress.tsx'

export type Tone = 'solid' | 'hatched' | 'pale'
type TonesProps = {
  label: string
  /** The parts from the left; any excess is cut. */
  parts: [Tone, number][]
  /** The amount reached, for the per cent. */
  there: number
  max: number
}

/** The look of each tone. They differ without colours, too: full, striped, outlined. */
export const toneClasses: Record<Tone, string> = {
  solid: 'bg-brand',
  hatched: 'bg-[repeating-linear-gradient(135deg,var(--color-brand)_0_4px,transparent_4px_8px)]',
  pale: 'bg-brand/20 ring-1 ring-brand/60 ring-inset',
}

/** A progress bar of several parts. Words beside it must say what it is made of. */
export const Tones = ({ label, parts, there, max }: TonesProps) => (
  <Progress value={there} max={max} label={label} size="tall" words={false}>
    <div className="flex h-full">
      {parts.map(([tone, value]) => (
        <div
          key={tone}
          className={`h-full shrink-0 transition-[width] duration-200 ease-settle print:border-2 ${toneClasses[tone]}`}
          style={{ width: `${partOf(value, max).filled}%` }}
        />
      ))}
    </div>
  </Progress>
)
