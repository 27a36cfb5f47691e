// A series over pairs, drawn by uPlot. The box has a fixed height, so nothing jumps when data come.

import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { onThemeChange } from '../theme';

export type Options = Omit<uPlot.Options, 'width' | 'height'>;

interface Props {
  label: string; // what a screen reader says in place of the picture
  data: uPlot.AlignedData;
  options: () => Options; // made anew when the colours change
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
      plot.current = new uPlot({ ...latest.current.options(), ...size() }, latest.current.data, element);
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
  return <div class="chart" ref={box} role="img" aria-label={props.label} />;
}
