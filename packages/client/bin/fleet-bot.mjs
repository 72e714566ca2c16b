#!/usr/bin/env node
import '../dist/command/index.mjs';
