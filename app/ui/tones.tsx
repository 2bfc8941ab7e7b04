import { partOf } from './part-of.ts'
import { Progress } from './progress.tsx'

export type Tone = 'solid' | 'hatched' | 'pale'
type TonesProps = {
  label: string
  /** From the left; what does not fit is cut. */
  parts: [Tone, number][]
  /** How much of it is there, which the per cent say. */
  there: number
  max: number
}

/** How each tone looks. Without colours they differ, too: full, striped, outlined. */
export const toneClasses: Record<Tone, string> = {
  solid: 'bg-brand',
  hatched: 'bg-[repeating-linear-gradient(135deg,var(--color-brand)_0_4px,transparent_4px_8px)]',
  pale: 'bg-brand/20 ring-1 ring-brand/60 ring-inset',
}

/** How far something has come, where not all of it is of one kind. What it is made of has to be said in words beside it. */
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
