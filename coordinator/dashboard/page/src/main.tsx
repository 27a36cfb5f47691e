import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { App } from './app';
import { applyLanguage, language } from './i18n/language';
import { startStore } from './store';
import { applyTheme } from './theme';

applyTheme();
applyLanguage(language());
startStore();
const root = document.getElementById('app');
if (root) render(<App />, root);
