import { mount } from 'svelte';
import App from './App.svelte';
import './style.css';
import './direction.css';
import './parts/cloth.css';

// What a form does is done here: none of them loads the page anew.
addEventListener('submit', (event) => event.preventDefault());
mount(App, { target: document.getElementById('app')! });
