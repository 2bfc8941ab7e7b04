import { ChartBars } from '#app/ui/chart-bars.tsx'
import { ChartRows } from '#app/ui/chart-rows.tsx'
import { KitSection, long, Pair, Specimen } from './kit-frame.tsx'

const marksOf = (values: number[]) => values.map((value, at) => ({ key: String(at), label: `Day ${at + 1}`, value }))
const wave = (of: number, most: number) =>
  marksOf(Array.from({ length: of }, (_, at) => Math.round((most * (1 + Math.sin(at / 3)) * (at + 1)) / (2 * of))))
const ends = (of: number) => [
  { at: 0, text: 'Day 1' },
  { at: of - 1, text: `Day ${of}` },
]
const heads: [string, string] = ['Day', 'Views']

export function KitCharts() {
  return (
    <KitSection id="charts" title="Charts">
      <Specimen state="bars: thirty days" wide>
        <ChartBars says="A month that went well." heads={heads} marks={wave(30, 1234)} ticks={ends(30)} />
      </Specimen>
      <Pair>
        <Specimen state="bars: ninety days, millions" wide>
          <ChartBars says="A quarter of a year." heads={heads} marks={wave(90, 4_200_000)} ticks={ends(90)} />
        </Specimen>
        <Specimen state="bars: one view in a week" wide>
          <ChartBars says="A quiet week." heads={heads} marks={marksOf([0, 0, 0, 0, 1, 0, 0])} ticks={ends(7)} />
        </Specimen>
        <Specimen state="rows: parts of a whole, long names" wide>
          <ChartRows
            says="Where people came from."
            heads={['Place', 'Views']}
            of={1000}
            marks={[
              { key: 'a', label: 'Kenya', value: 700 },
              { key: 'b', label: long.swahili, value: 297 },
              { key: 'c', label: long.word, value: 2 },
              { key: 'd', label: 'Tanzania', value: 1 },
            ]}
          />
        </Specimen>
        <Specimen state="bars: nothing yet" wide>
          <ChartBars says="Nothing yet." heads={heads} marks={marksOf([0, 0, 0, 0, 0, 0, 0])} ticks={ends(7)} />
        </Specimen>
      </Pair>
    </KitSection>
  )
}
