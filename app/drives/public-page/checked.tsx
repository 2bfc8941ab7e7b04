import { Check, Minus } from 'lucide-react'

/** The checks of a drive, in the words of the server: the badge, if there is one, and the lines behind it. */
export type CheckedShown = { badge: string | null; lines: { text: string; done: boolean }[]; note: string }

/** Shows what was checked of a drive, and what was not. */
export function Checked({ lines, note }: CheckedShown) {
  return (
    <>
      <ul className="grid gap-3">
        {lines.map(({ text, done }) => (
          <Point key={text} text={text} done={done} />
        ))}
      </ul>
      <p className="mt-4 text-muted">{note}</p>
    </>
  )
}

function Point({ text, done }: { text: string; done: boolean }) {
  const Icon = done ? Check : Minus
  return (
    <li className="flex gap-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${done ? 'text-gain' : 'text-muted'}`} />
      <span className="wrap-anywhere">{text}</span>
    </li>
  )
}
