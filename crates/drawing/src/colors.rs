//! Colours of the drawings. Every drawing has its own background, so that it is readable on light and dark pages.

/// Number of colours for participants.
pub const HUES: usize = 8;

/// Style sheet of every drawing, for light and dark backgrounds.
pub const CSS: &str = "
  svg { font-family: Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }
  .sheet { fill: #ffffff; stroke: #d7dce5; }
  .ink { fill: #1c2330; } .soft { fill: #566072; } .card { fill: #ffffff; stroke: #c3cad6; }
  .line { fill: none; stroke: #566072; stroke-width: 1.6; } .head { fill: #566072; }
  .when { stroke: #2f5fc4; } .whenhead { fill: #2f5fc4; }
  .back { stroke: #b4531f; stroke-dasharray: 6 4; } .backhead { fill: #b4531f; }
  .pill { fill: #eef3fd; stroke: #b9cbf2; } .pillback { fill: #fdf0e7; stroke: #eac3a5; } .pillelse { fill: #f1f3f6; stroke: #cdd3dd; }
  .h0 { fill: #3b6fd4; } .h1 { fill: #0f8f6e; } .h2 { fill: #7a4cc2; } .h3 { fill: #c2681a; }
  .h4 { fill: #b5356e; } .h5 { fill: #0b7fa5; } .h6 { fill: #6b8a12; } .h7 { fill: #8b5a3c; }
  .lane { fill-opacity: 0.07; } .onhue { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    .sheet { fill: #151a22; stroke: #323b4a; }
    .ink { fill: #e8ecf3; } .soft { fill: #a7b1c2; } .card { fill: #1f2631; stroke: #414c5e; }
    .line { stroke: #a7b1c2; } .head { fill: #a7b1c2; }
    .when { stroke: #8db1ff; } .whenhead { fill: #8db1ff; }
    .back { stroke: #f0a878; } .backhead { fill: #f0a878; }
    .pill { fill: #22304d; stroke: #3d5a92; } .pillback { fill: #40291b; stroke: #7d5233; } .pillelse { fill: #2a313d; stroke: #4a5567; }
    .lane { fill-opacity: 0.16; }
  }
";
