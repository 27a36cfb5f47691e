// A series over pairs, drawn by uPlot. The box has a fixed height, so nothing jumps when data come.

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { colour, onThemeChange } from '../theme';

export type Options = Omit<uPlot.Options, 'width' | 'height'>;

interface Props {
  label: string; // what a screen reader says in place of the picture
  data: uPlot.AlignedData;
  options: () => Options; // made anew when the colours change
  mark?: number; // an x to draw a line at
}

function drawMark(plot: uPlot, mark: number | undefined) {
  if (mark === undefined || mark <= 0) return;
  const { ctx, bbox } = plot;
  const x = plot.valToPos(mark, 'x', true);
  ctx.save();
  ctx.strokeStyle = colour('ink');
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.restore();
}

export function Chart(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const legendHeight = 28;
    const size = () => ({
      width: element.clientWidth,
      height: element.clientHeight - legendHeight,
    });
    const make = () => {
      plot.current?.destroy();
      const options = latest.current.options();
      const draw = [...(options.hooks?.draw ?? []), (drawn: uPlot) => drawMark(drawn, latest.current.mark)];
      plot.current = new uPlot({ ...options, ...size(), hooks: { ...options.hooks, draw } }, latest.current.data, element);
    };
    make();
    const resized = new ResizeObserver(() => plot.current?.setSize(size()));
    resized.observe(element);
    const stop = onThemeChange(make);
    return () => {
      stop();
      resized.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, []);

  useEffect(() => plot.current?.setData(props.data), [props.data]);
  useEffect(() => plot.current?.redraw(false), [props.mark]);
  return <div class="chart" ref={box} role="img" aria-label={props.label} />;
}
