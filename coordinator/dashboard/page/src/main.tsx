import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { App } from './app';
import { startStore } from './store';
import { applyTheme } from './theme';

applyTheme();
startStore();
const root = document.getElementById('app');
if (root) render(<App />, root);
