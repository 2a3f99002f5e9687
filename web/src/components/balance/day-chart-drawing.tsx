import '@mantine/charts/styles.layer.css'
import { AreaChart } from '@mantine/charts'
import { useDirection } from '@mantine/core'

type Props = {
  label: string
  /** px */
  height: number
  points: { day: string; value: number }[]
  format: (value: number) => string
  formatShort: (value: number) => string
}

/** The drawing of a DayChart. Its library is only in this file, which is fetched when a chart is shown. */
export default function DayChartDrawing({ label, height, points, format, formatShort }: Props) {
  const isRtl = useDirection().dir === 'rtl'
  return (
    <AreaChart
      h={height}
      data={points}
      dataKey="day"
      series={[{ name: 'value', label, color: 'var(--hk-brand)' }]}
      valueFormatter={format}
      curveType="linear"
      withDots={false}
      textColor="var(--hk-text-2)"
      gridColor="var(--hk-border)"
      // Time runs from where reading begins.
      xAxisProps={{ reversed: isRtl, minTickGap: 32 }}
      yAxisProps={{
        orientation: isRtl ? 'right' : 'left',
        width: 64,
        tickFormatter: formatShort,
        tick: { transform: isRtl ? 'translate(10, 0)' : 'translate(-10, 0)', fontSize: 12, fill: 'currentColor' },
      }}
      // The table is for screen readers, and the keyboard has nothing to do here.
      accessibilityLayer={false}
    />
  )
}
