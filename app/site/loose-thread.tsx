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
