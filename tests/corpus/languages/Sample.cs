// A little of everything in C#.
using System;
using System.Collections.Generic;
using System.Linq;
using static System.Math;
using Text = System.Text.StringBuilder;

[assembly: CLSCompliant(false)]

namespace Example.Weather
{
    public delegate void Changed(object sender, int count = 0);

    [Flags]
    public enum Kind : byte { None, Rain = 1, Snow = 1 << 1 }

    public interface INamed<out T> where T : class
    {
        string Name { get; }
        T Next(int step);
    }

    public struct Point
    {
        public readonly int X, Y;
        public Point(int x, int y) { X = x; Y = y; }
        public static Point operator +(Point a, Point b) => new Point(a.X + b.X, a.Y + b.Y);
        public static implicit operator int(Point p) { return p.X; }
    }

    public abstract partial class Station<T> : Base, INamed<Station<T>>, IDisposable where T : struct, IComparable<T>
    {
        private const int Limit = 0x10;
        protected static readonly Dictionary<string, List<T>> Cache = new Dictionary<string, List<T>>();
        private readonly List<T> readings = new List<T> { default(T) };
        private int? count;
        public event Changed OnChange;

        static Station()
        {
            Cache["none"] = null;
        }

        protected Station(string name, params T[] first) : base(name)
        {
            if (string.IsNullOrEmpty(name)) throw new ArgumentException("no name", nameof(name));
            Name = name;
            readings.AddRange(first);
            OnChange += delegate(object sender, int n) { count = n; };
        }

        ~Station() { Dispose(); }

        public string Name { get; private set; } = "none";

        public int Count
        {
            get { return count ?? readings.Count; }
            set { count = value > 0 ? value : (int?)null; }
        }

        public T this[int index] => readings[index];

        public virtual Station<T> Next(int step) { return this; }

        protected abstract double Scale(T value);

        public void Dispose() { GC.SuppressFinalize(this); }

        public double Mean(Func<T, bool> wanted, out int used, ref long total)
        {
            double sum = 0.0;
            used = 0;
            for (int i = 0, n = readings.Count; i < n; i++)
            {
                if (!wanted(readings[i])) continue;
                sum += Scale(readings[i]) * 1.5e3;
                used++;
            }
            foreach (var reading in readings)
            {
                total += (long)Scale(reading) % 7L;
            }
            while (true) { if (++used > 3) break; }
            do { total >>= 1; } while (total > 100 && used != 0);
            lock (readings) { readings.Clear(); }
            return sum / Max(1, used);
        }

        public string Describe(object thing, Kind kind)
        {
            string text;
            switch (kind)
            {
                case Kind.None:
                case Kind.Rain:
                    text = $"rain in {Name} ({Count:d})";
                    break;
                default:
                    text = @"c:\snow" + '\n';
                    goto end;
            }
            end:
            try
            {
                using (var file = Open(text))
                {
                    file?.Write(text.Trim('x'), count: 2);
                }
            }
            catch (InvalidCastException e) when (e.InnerException == null)
            {
                Console.WriteLine(e.Message);
            }
            catch
            {
                throw;
            }
            finally
            {
                text = null;
            }
            if (thing is Point p) return p.X.ToString();
            else if (thing as string != null) return (string)thing;
            var name = thing switch { 0 => "zero", Point { X: 1 } => "one", _ => "many" };
            return name;
        }

        public IEnumerable<int> Squares()
        {
            for (var i = 1; i < Limit; i <<= 1) yield return i * i;
            yield break;
        }
    }

    internal static class Program
    {
        private static readonly int[] Sizes = { 1, 2, 3 };

        private static async System.Threading.Tasks.Task<int> Run(this string[] args)
        {
            await System.Threading.Tasks.Task.Delay(10);
            int Twice(int x) => x * 2;
            return checked(args.Length + Twice(-1));
        }

        public static void Main(string[] args)
        {
            var grid = new int[2, 3];
            int[][] rows = new[] { new[] { 1 }, new int[2] };
            Func<int, int> square = x => x * x;
            Action<int, string> print = (n, text) => { Console.WriteLine("{0}: {1}", n, text); };
            var query = from size in Sizes where size > 1 orderby size descending select new { size, twice = size * 2 };
            foreach (var each in query) print(each.size, typeof(Program).Name);
            var pair = (1, "two");
            string name = args.Length > 0 ? args[0] : string.Empty;
            Console.WriteLine(Sizes.Where(s => s % 2 == 0).Select(square).Sum() + grid[0, 1] | ~rows[0][0]);
            bool same = name == "a" || !name.Equals("b") && sizeof(int) >= 4;
            const double half = .5;
            ;
            print(out_of(ref name), same ? "yes" : null);
            Environment.Exit((int)(half * 2));
        }

        private static int out_of(ref string name) { name += "!"; return name.Length; }
    }
}
